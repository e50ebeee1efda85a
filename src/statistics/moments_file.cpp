// SPDX-License-Identifier: MIT
#include "statistics/moments_file.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include <direct/error.h>

#include "data/json_fields.h"
#include "features/integer_fourier.h"
#include "statistics/integer_target.h"

namespace direct {
namespace {

using nlohmann::json;

std::size_t triangle(std::size_t num_columns) { return num_columns * (num_columns + 1) / 2; }

json write_rounded(const SecondMoments& moments, Container& container) {
  const std::size_t b = moments.num_features();
  std::vector<double> packed;
  packed.reserve(triangle(b));
  for (std::size_t i = 0; i < b; ++i) {  // row i of the lower triangle is the start of column i
    const auto column = moments.gram.column(i).first(i + 1);
    packed.insert(packed.end(), column.begin(), column.end());
  }
  container.tensors.push_back(tensor("gram", packed, {packed.size()}));
  container.tensors.push_back(tensor("feature_target", moments.feature_target, {b}));
  return {{"num_rows", moments.num_rows}, {"target_square", moments.target_square}};
}

SecondMoments read_rounded(const json& description, const Container& container, std::size_t num_features) {
  const std::vector<double> packed = doubles(container, "gram", {triangle(num_features)});
  SecondMoments moments(num_features);  // after the file has shown that it holds as much
  moments.num_rows = number_at(description, "num_rows");
  moments.target_square = number_at(description, "target_square");
  moments.feature_target = doubles(container, "feature_target", {num_features});
  auto next = packed.begin();
  for (std::size_t i = 0; i < num_features; ++i)
    for (std::size_t j = 0; j <= i; ++j, ++next) moments.gram(i, j) = moments.gram(j, i) = *next;
  for (double value : {moments.num_rows, moments.target_square})
    if (!(value >= 0.0) || !std::isfinite(value))
      throw Error(ErrorKind::model, "the statistics have a number of rows or a target square that cannot be");
  return moments;
}

json write_exact(const IntegerMoments& moments, Container& container) {
  container.tensors.push_back(tensor("integer_sums", moments.sums, {moments.sums.size()}));
  return {{"num_rows", moments.num_rows}};
}

IntegerMoments read_exact(const json& description, const Container& container, const FeatureMap& map) {
  IntegerMoments moments;
  moments.num_features = map.num_features();
  moments.value_bits = map.integer->value_bits;
  moments.num_rows = count_at(description, "num_rows", std::uint64_t{1} << most_row_bits(moments.value_bits));
  moments.sums = signed_integers(container, "integer_sums", {triangle(moments.num_columns())});
  const std::int64_t feature = largest_feature(moments.value_bits);
  const std::int64_t largest = static_cast<std::int64_t>(moments.num_rows) * feature * feature;  // fits 64 bits
  for (std::int64_t sum : moments.sums)
    if (sum > largest || sum < -largest)
      throw Error(ErrorKind::model, "an integer sum is larger than its number of rows allows");
  return moments;
}

}  // namespace

json write_statistics(const Statistics& statistics, Container& container) {
  json description = json::object();
  if (statistics.exact) description["exact"] = write_exact(*statistics.exact, container);
  if (statistics.rounded) description["rounded"] = write_rounded(*statistics.rounded, container);
  return description;
}

Statistics read_statistics(const json& description, const Container& container, const FeatureMap& map) {
  Statistics statistics;
  if (description.contains("exact") != map.integer.has_value())
    throw Error(ErrorKind::model, "the statistics do not fit the features");
  if (description.contains("exact")) statistics.exact = read_exact(description.at("exact"), container, map);
  if (description.contains("rounded") || !map.integer)
    statistics.rounded = read_rounded(description.at("rounded"), container, map.num_features());
  return statistics;
}

}  // namespace direct
