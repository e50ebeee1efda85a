// SPDX-License-Identifier: MIT
#include "predict/class_scores.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "predict/scores.h"

namespace direct {
namespace {

constexpr std::size_t num_bins = 10;

// The share of pairs of a row of each class in which that of the second has the higher probability: ranks summed up,
// those of ties at their mean.
double area_under_curve(const std::vector<ClassPrediction>& rows) {
  std::vector<ClassPrediction> sorted = rows;
  std::ranges::sort(sorted, {}, &ClassPrediction::probability);
  double ranks = 0.0, seconds = 0.0;
  for (std::size_t first = 0, end = 0; first < sorted.size(); first = end) {
    while (end < sorted.size() && sorted[end].probability == sorted[first].probability) ++end;
    const double rank = 0.5 * static_cast<double>(first + end + 1);  // from 1
    for (std::size_t i = first; i < end; ++i) {
      if (!sorted[i].is_second) continue;
      ranks += rank;
      seconds += 1.0;
    }
  }
  const double firsts = static_cast<double>(rows.size()) - seconds;
  if (seconds == 0.0 || firsts == 0.0) return std::numeric_limits<double>::quiet_NaN();
  return (ranks - 0.5 * seconds * (seconds + 1.0)) / (seconds * firsts);
}

std::vector<CalibrationBin> calibration_of(const std::vector<ClassPrediction>& rows) {
  std::vector<CalibrationBin> bins(num_bins);
  for (std::size_t k = 0; k < num_bins; ++k) {
    bins[k].lower = static_cast<double>(k) / num_bins;
    bins[k].upper = static_cast<double>(k + 1) / num_bins;
  }
  for (const ClassPrediction& row : rows) {
    CalibrationBin& bin = bins[std::min(static_cast<std::size_t>(row.probability * num_bins), num_bins - 1)];
    ++bin.num_rows;
    bin.mean_probability += row.probability;
    bin.share += row.is_second ? 1.0 : 0.0;
  }
  for (CalibrationBin& bin : bins) {
    if (bin.num_rows == 0) continue;
    bin.mean_probability /= static_cast<double>(bin.num_rows);
    bin.share /= static_cast<double>(bin.num_rows);
  }
  return bins;
}

double calibration_error(const std::vector<CalibrationBin>& bins, double num_rows) {
  double sum = 0.0;
  for (const CalibrationBin& bin : bins)
    sum += static_cast<double>(bin.num_rows) * std::abs(bin.mean_probability - bin.share);
  return sum / num_rows;
}

}  // namespace

ClassScores class_scores(const std::vector<ClassPrediction>& rows) {
  const double n = static_cast<double>(rows.size());
  ClassScores scores{.auc = area_under_curve(rows), .calibration = calibration_of(rows)};
  double log_probability = 0.0;
  for (const ClassPrediction& row : rows) {
    const double error = row.probability - (row.is_second ? 1.0 : 0.0);
    log_probability += row.log_probability;
    scores.brier += error * error / n;
    scores.accuracy += (row.probability > 0.5) == row.is_second ? 1.0 / n : 0.0;
  }
  scores.log_loss = -finite(log_probability) / n;
  scores.calibration_error = calibration_error(scores.calibration, n);
  return scores;
}

}  // namespace direct
