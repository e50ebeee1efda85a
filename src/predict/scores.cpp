// SPDX-License-Identifier: MIT
#include "predict/scores.h"

#include <cmath>
#include <numbers>

namespace direct {

void Scores::add(const Predictions& predictions, std::span<const double> targets) {
  for (std::size_t l = 0; l < levels_.size(); ++l) {
    const Interval interval = gaussian_interval(predictions, levels_[l].value);
    for (std::size_t i = 0; i < targets.size(); ++i)
      covered_[l] += interval.lower[i] <= targets[i] && targets[i] <= interval.upper[i];
  }
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const double error = std::abs(targets[i] - predictions.mean[i]), deviation = predictions.std_total[i];
    if (error > scale_) {
      square_sum_ *= (scale_ / error) * (scale_ / error);
      scale_ = error;
    }
    if (error > 0.0) square_sum_ += (error / scale_) * (error / scale_);
    absolute_sum_ += error;
    const double standardised = error / deviation;
    negative_log_density_sum_ +=
        std::log(deviation) + 0.5 * (standardised * standardised + std::log(2.0 * std::numbers::pi));
  }
  num_rows_ += targets.size();
}

Evaluation Scores::result() const {
  const double n = static_cast<double>(num_rows_);
  Evaluation result{.num_rows = num_rows_,
                    .rmse = scale_ * std::sqrt(square_sum_ / n),
                    .mae = absolute_sum_ / n,
                    .nll = negative_log_density_sum_ / n};
  for (std::size_t l = 0; l < levels_.size(); ++l)
    result.coverage[levels_[l].name] = static_cast<double>(covered_[l]) / n;
  return result;
}

}  // namespace direct
