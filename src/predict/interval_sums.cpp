// SPDX-License-Identifier: MIT
#include "predict/interval_sums.h"

namespace direct {

void IntervalSums::add(const RowIntervals& row) {
  for (std::size_t l = 0; l < interval_levels.size(); ++l) {
    width_[l] += row.width[l];
    outside_[l] += row.outside[l];
    inside_[l] += row.outside[l] == 0.0 ? 1 : 0;
    calibrated_[l] = row.calibrated[l];
  }
}

std::map<std::string, IntervalScore> IntervalSums::result(double num_rows) const {
  std::map<std::string, IntervalScore> scores;
  for (std::size_t l = 0; l < interval_levels.size(); ++l) {
    const auto& [name, level] = interval_levels[l];
    scores[name] = {.coverage = static_cast<double>(inside_[l]) / num_rows,
                    .width = width_[l] / num_rows,
                    .winkler = (width_[l] + 2.0 / (1.0 - level) * outside_[l]) / num_rows,
                    .calibrated = calibrated_[l]};
  }
  return scores;
}

}  // namespace direct
