// SPDX-License-Identifier: MIT
// Sums from which the scores of predictions follow.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include <direct/predict.h>

namespace direct {

class Scores {
 public:
  void add(const Predictions& predictions, std::span<const double> targets);
  std::size_t num_rows() const { return num_rows_; }
  Evaluation result() const;  // without sparsity and yardstick. Requires: num_rows() > 0.

 private:
  struct Level {
    const char* name;
    double value;
  };
  static constexpr std::array<Level, 3> levels_{{{"0.5", 0.5}, {"0.9", 0.9}, {"0.95", 0.95}}};

  std::size_t num_rows_ = 0;
  double scale_ = 0.0;       // the largest error so far: keeps squares within range
  double square_sum_ = 0.0;  // of errors / scale_
  double absolute_sum_ = 0.0;
  double negative_log_density_sum_ = 0.0;
  std::array<std::size_t, 3> covered_{};
};

}  // namespace direct
