// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <algorithm>
#include <span>

#include <direct/error.h>
#include <direct/features.h>

namespace direct {
namespace {

void check_leading(const FeatureMap& map, std::size_t num_features) {
  if (map.kind != FeatureKind::fourier)
    throw Error(ErrorKind::usage, "only Fourier features can be cut short: the others are the inputs");
  const std::size_t multiple = map.integer ? 4 : 2;  // a word holds two frequencies
  if (num_features % multiple == 0 && num_features > 0 && num_features <= map.num_features()) return;
  throw Error(ErrorKind::usage, fmt::format("expected a multiple of {} from {} to {} features, found {}", multiple,
                                            multiple, map.num_features(), num_features));
}

Matrix leading_columns(const Matrix& matrix, std::size_t count) {
  Matrix result(matrix.rows(), count);
  std::copy_n(matrix.data(), result.size(), result.data());
  return result;
}

IntegerFourier leading_frequencies(const IntegerFourier& map, std::size_t count) {
  IntegerFourier result{
      .num_frequencies = count, .value_bits = map.value_bits, .centres = map.centres, .steps = map.steps};
  const std::size_t words_per_input = (map.num_frequencies + 1) / 2;
  for (std::size_t j = 0; j < map.steps.size(); ++j) {
    const auto words = std::span(map.words).subspan(j * words_per_input, count / 2);
    result.words.insert(result.words.end(), words.begin(), words.end());
  }
  return result;
}

}  // namespace

FeatureMap leading_features(const FeatureMap& map, std::size_t num_features) {
  check_leading(map, num_features);
  FeatureMap result{.kind = map.kind, .num_inputs = map.num_inputs};
  if (map.integer)
    result.integer = leading_frequencies(*map.integer, num_features / 2);
  else
    result.frequencies = leading_columns(map.frequencies, num_features / 2);
  return result;
}

}  // namespace direct
