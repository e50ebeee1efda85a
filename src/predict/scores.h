// SPDX-License-Identifier: MIT
// Scores of single rows, and sums over rows from which the scores of a set follow.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include <direct/evaluate.h>

namespace direct {

struct NamedLevel {
  const char* name;
  double value;
};
inline constexpr std::array<NamedLevel, 3> interval_levels{{{"0.5", 0.5}, {"0.9", 0.9}, {"0.95", 0.95}}};
inline constexpr std::array<NamedLevel, 5> pinball_levels{
    {{"0.05", 0.05}, {"0.25", 0.25}, {"0.5", 0.5}, {"0.75", 0.75}, {"0.95", 0.95}}};
inline constexpr std::array reliability_levels = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95};

// Everything about one target and its predictive distribution.
struct RowScore {
  double error = 0.0, log_density = 0.0, crps = 0.0, pit = 0.0;
  bool exact_density = true;
  double resolution = 0.0;
  std::array<double, interval_levels.size()> width{}, outside{};  // the distance of a target outside; 0 inside
  std::array<bool, interval_levels.size()> calibrated{};
  std::array<double, pinball_levels.size()> pinball{};
  std::array<bool, reliability_levels.size()> covered{};
};
RowScore row_score(const Distribution& distribution, double target, const Calibration* calibration);

// Sums of errors whose squares may be out of range.
class SquareSum {
 public:
  void add(double error);
  double root_mean(double count) const;

 private:
  double scale_ = 0.0;  // the largest error so far
  double sum_ = 0.0;    // of squares of errors / scale_
};

double finite(double sum);  // the nearest double to what may be beyond their range

class Scores {
 public:
  void add(std::span<const RowScore> rows);
  std::size_t num_rows() const { return num_rows_; }
  Evaluation result() const;  // without sparsity and yardstick. Requires: num_rows() > 0.

 private:
  void add(const RowScore& row);
  std::vector<std::string> warnings() const;

  static constexpr std::size_t num_bins = 10;

  std::size_t num_rows_ = 0;
  SquareSum squares_;
  double absolute_ = 0.0, log_density_ = 0.0, crps_ = 0.0;
  std::size_t num_inexact_ = 0, num_widened_ = 0;
  double largest_resolution_ = 0.0;
  std::array<double, interval_levels.size()> width_{}, outside_{};
  std::array<std::size_t, interval_levels.size()> inside_{};
  std::array<bool, interval_levels.size()> calibrated_{};
  std::array<double, pinball_levels.size()> pinball_{};
  std::array<std::size_t, reliability_levels.size()> covered_{};
  std::array<std::size_t, num_bins> bins_{};
};

}  // namespace direct
