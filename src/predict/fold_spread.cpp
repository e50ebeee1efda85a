// SPDX-License-Identifier: MIT
#include <direct/evaluate.h>

#include <cmath>
#include <limits>

namespace direct {

FoldSpread fold_spread(std::span<const double> scores) {
  const auto count = static_cast<double>(scores.size());
  double sum = 0.0;
  for (const double score : scores) sum += score;
  const double mean = sum / count;
  double squares = 0.0;
  for (const double score : scores) squares += std::pow(score - mean, 2);
  const double variance = count > 1 ? squares / (count - 1) : std::numeric_limits<double>::quiet_NaN();
  return {mean, std::sqrt(variance)};
}

}  // namespace direct
