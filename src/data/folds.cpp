// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <tuple>

#include <fmt/format.h>

#include <direct/data.h>
#include <direct/error.h>

#include "algebra/random.h"

namespace direct {

// Rows in a seeded order, class by class, are dealt to the folds in turn.
std::vector<int> stratified_folds(const std::vector<bool>& is_second_class, int num_folds, std::uint64_t seed) {
  const std::size_t num_rows = is_second_class.size();
  if (num_folds < 2 || static_cast<std::size_t>(num_folds) > num_rows) {
    throw Error(ErrorKind::usage,
                fmt::format("expected between 2 and {} folds for {} rows, found {}", num_rows, num_rows, num_folds));
  }
  std::vector<std::tuple<bool, std::uint64_t, std::size_t>> order(num_rows);
  for (std::size_t row = 0; row < num_rows; ++row)
    order[row] = {is_second_class[row], random_bits(seed, RandomStream::folds, row), row};
  std::sort(order.begin(), order.end());
  std::vector<int> folds(num_rows);
  for (std::size_t i = 0; i < num_rows; ++i)
    folds[std::get<2>(order[i])] = static_cast<int>(i % static_cast<std::size_t>(num_folds));
  return folds;
}

std::vector<int> random_folds(std::size_t num_rows, int num_folds, std::uint64_t seed) {
  return stratified_folds(std::vector<bool>(num_rows, false), num_folds, seed);
}

}  // namespace direct
