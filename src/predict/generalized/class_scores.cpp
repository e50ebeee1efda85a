// SPDX-License-Identifier: MIT
#include "predict/generalized/class_scores.h"

#include <algorithm>
#include <cmath>

#include "predict/scores.h"

namespace direct {
namespace {

constexpr std::size_t num_bins = 10;

// Mann and Whitney: the mean rank of the second class, where those of the same probability share theirs.
double area_under_curve(std::vector<ClassPrediction> rows) {
  std::ranges::sort(rows, {}, &ClassPrediction::probability);
  double num_second = 0.0, rank_sum = 0.0;
  for (std::size_t first = 0; first < rows.size();) {
    std::size_t last = first;
    double second_here = 0.0;
    for (; last < rows.size() && rows[last].probability == rows[first].probability; ++last)
      second_here += rows[last].is_second ? 1.0 : 0.0;
    rank_sum += second_here * 0.5 * static_cast<double>(first + 1 + last);
    num_second += second_here;
    first = last;
  }
  const double num_first = static_cast<double>(rows.size()) - num_second;
  if (num_first == 0.0 || num_second == 0.0) return 0.5;
  return (rank_sum - 0.5 * num_second * (num_second + 1.0)) / (num_first * num_second);
}

std::vector<CalibrationBin> calibration_bins(const std::vector<ClassPrediction>& rows) {
  std::vector<CalibrationBin> bins(num_bins);
  for (std::size_t k = 0; k < num_bins; ++k) {
    bins[k].lower = static_cast<double>(k) / num_bins;
    bins[k].upper = static_cast<double>(k + 1) / num_bins;
  }
  for (const ClassPrediction& row : rows) {
    const auto bin = static_cast<std::size_t>(row.probability * num_bins);
    CalibrationBin& here = bins[std::min(bin, num_bins - 1)];
    ++here.num_rows;
    here.mean_probability += row.probability;
    here.share += row.is_second ? 1.0 : 0.0;
  }
  for (CalibrationBin& bin : bins) {
    if (bin.num_rows == 0) continue;
    bin.mean_probability /= static_cast<double>(bin.num_rows);
    bin.share /= static_cast<double>(bin.num_rows);
  }
  return bins;
}

}  // namespace

ClassScores class_scores(const std::vector<ClassPrediction>& rows) {
  const auto n = static_cast<double>(rows.size());
  ClassScores scores{.auc = area_under_curve(rows), .calibration = calibration_bins(rows)};
  for (const auto& [probability, log_probability, is_second] : rows) {
    const double error = (is_second ? 1.0 : 0.0) - probability;
    scores.log_loss -= log_probability;
    scores.brier += error * error / n;
    scores.accuracy += (probability >= 0.5) == is_second ? 1.0 / n : 0.0;
  }
  scores.log_loss = finite(scores.log_loss) / n;
  for (const CalibrationBin& bin : scores.calibration)
    scores.calibration_error += static_cast<double>(bin.num_rows) / n * std::abs(bin.mean_probability - bin.share);
  return scores;
}

}  // namespace direct
