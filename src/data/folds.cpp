// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include <direct/data.h>
#include <direct/error.h>

#include "algebra/random.h"

namespace direct {

std::vector<int> random_folds(std::size_t num_rows, int num_folds, std::uint64_t seed) {
  if (num_folds < 2 || static_cast<std::size_t>(num_folds) > num_rows) {
    throw Error(ErrorKind::usage,
                fmt::format("expected between 2 and {} folds for {} rows, found {}", num_rows, num_rows, num_folds));
  }
  std::vector<std::pair<std::uint64_t, std::size_t>> order(num_rows);
  for (std::size_t row = 0; row < num_rows; ++row) order[row] = {random_bits(seed, RandomStream::folds, row), row};
  std::sort(order.begin(), order.end());
  std::vector<int> folds(num_rows);
  for (std::size_t i = 0; i < num_rows; ++i)
    folds[order[i].second] = static_cast<int>(i % static_cast<std::size_t>(num_folds));
  return folds;
}

}  // namespace direct
