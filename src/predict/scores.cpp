// SPDX-License-Identifier: MIT
#include "predict/scores.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <fmt/format.h>

namespace direct {
namespace {

double pinball_loss(double target, double quantile, double probability) {
  return target >= quantile ? probability * (target - quantile) : (1.0 - probability) * (quantile - target);
}

// Beyond what its rows can tell a calibration is left out.
const Calibration* up_to(double level, const Calibration* calibration) {
  return calibration && supports(*calibration, level) ? calibration : nullptr;
}

// A target is inside the exact central interval if its probability is.
bool is_covered(const RowScore& score, const Distribution& distribution, double level, const Calibration* calibration) {
  if (!calibration) return std::abs(score.pit - 0.5) <= 0.5 * level;
  return std::abs(score.error) <= interval_scale(*calibration, level) * distribution.prediction().std_total;
}

}  // namespace

RowScore row_score(const Distribution& distribution, double target, const Calibration* calibration) {
  RowScore score{.error = target - distribution.prediction().mean,
                 .crps = distribution.crps(target),
                 .pit = distribution.cdf(target),
                 .resolution = distribution.resolution()};
  score.log_density = distribution.log_density(target, &score.exact_density);
  for (std::size_t l = 0; l < interval_levels.size(); ++l) {
    const double level = interval_levels[l].value;
    score.calibrated[l] = up_to(level, calibration) != nullptr;
    const Interval bounds = interval(distribution, level, up_to(level, calibration));
    score.width[l] = bounds.upper - bounds.lower;
    score.outside[l] = std::max({0.0, bounds.lower - target, target - bounds.upper});
  }
  for (std::size_t l = 0; l < pinball_levels.size(); ++l) {
    const double probability = pinball_levels[l].value;
    score.pinball[l] = pinball_loss(target, distribution.quantile(probability), probability);
  }
  for (std::size_t l = 0; l < reliability_levels.size(); ++l) {
    const double level = reliability_levels[l];
    score.covered[l] = is_covered(score, distribution, level, up_to(level, calibration));
  }
  return score;
}

void SquareSum::add(double error) {
  error = std::abs(error);
  if (error > scale_) {
    sum_ *= (scale_ / error) * (scale_ / error);
    scale_ = error;
  }
  if (error > 0.0) sum_ += (error / scale_) * (error / scale_);
}

double finite(double sum) {
  constexpr double largest = std::numeric_limits<double>::max();
  return std::clamp(sum, -largest, largest);
}

double SquareSum::root_mean(double count) const { return scale_ * std::sqrt(sum_ / count); }

void Scores::add(std::span<const RowScore> rows) {
  for (const RowScore& row : rows) add(row);
  num_rows_ += rows.size();
}

void Scores::add(const RowScore& row) {
  squares_.add(row.error);
  absolute_ += std::abs(row.error);
  log_density_ += row.log_density;
  crps_ += row.crps;
  num_inexact_ += row.exact_density ? 0 : 1;
  num_widened_ += row.resolution > 0.0 ? 1 : 0;
  largest_resolution_ = std::max(largest_resolution_, row.resolution);
  for (std::size_t l = 0; l < interval_levels.size(); ++l) {
    width_[l] += row.width[l];
    outside_[l] += row.outside[l];
    inside_[l] += row.outside[l] == 0.0 ? 1 : 0;
    calibrated_[l] = row.calibrated[l];
  }
  for (std::size_t l = 0; l < pinball_levels.size(); ++l) pinball_[l] += row.pinball[l];
  for (std::size_t l = 0; l < reliability_levels.size(); ++l) covered_[l] += row.covered[l] ? 1 : 0;
  const auto bin = static_cast<std::size_t>(row.pit * static_cast<double>(num_bins));
  ++bins_[std::min(bin, num_bins - 1)];
}

std::vector<std::string> Scores::warnings() const {
  std::vector<std::string> warnings;
  if (num_inexact_ > 0)
    warnings.push_back(
        "nll: " + std::to_string(num_inexact_) + " of " + std::to_string(num_rows_) +
        " targets are so far from every value that the weights can give that their part of the nll is only "
        "a bound from below");
  if (num_widened_ > 0)
    warnings.push_back("in " + std::to_string(num_widened_) +
                       " rows the noise is so much smaller than the spread of the weights that intervals are exact "
                       "only to about " +
                       fmt::format("{:.2g}", largest_resolution_));
  return warnings;
}

Evaluation Scores::result() const {
  const double n = static_cast<double>(num_rows_);
  Evaluation result{.num_rows = num_rows_,
                    .rmse = squares_.root_mean(n),
                    .mae = absolute_ / n,
                    .nll = -finite(log_density_) / n,
                    .crps = crps_ / n};
  for (std::size_t l = 0; l < interval_levels.size(); ++l) {
    const auto& [name, level] = interval_levels[l];
    result.intervals[name] = {.coverage = static_cast<double>(inside_[l]) / n,
                              .width = width_[l] / n,
                              .winkler = (width_[l] + 2.0 / (1.0 - level) * outside_[l]) / n,
                              .calibrated = calibrated_[l]};
  }
  for (std::size_t l = 0; l < pinball_levels.size(); ++l) result.pinball[pinball_levels[l].name] = pinball_[l] / n;
  for (std::size_t l = 0; l < reliability_levels.size(); ++l)
    result.reliability.push_back({reliability_levels[l], static_cast<double>(covered_[l]) / n});
  for (const std::size_t count : bins_) result.pit_histogram.push_back(static_cast<double>(count) / n);
  result.warnings = warnings();
  return result;
}

}  // namespace direct
