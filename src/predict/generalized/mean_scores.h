// SPDX-License-Identifier: MIT
// Scores of predicted means, and of the intervals about them, of any likelihood but gaussian.
#pragma once

#include <vector>

#include <direct/generalized.h>
#include <direct/predict.h>

#include "predict/generalized/class_scores.h"
#include "predict/scores.h"

namespace direct {

struct GeneralizedRowScore {
  double error = 0.0, log_probability = 0.0;
  double deviance = 0.0;   // of counts and positive numbers
  RowIntervals intervals;  // of the same
  ClassPrediction prediction;
};
GeneralizedRowScore row_score(const GeneralizedDistribution& distribution, Likelihood likelihood, double target);

// 2 (y log(y / mean) - (y - mean)) of counts, 2 (-log(y / mean) + (y - mean) / mean) of positive numbers.
double unit_deviance(Likelihood likelihood, double y, double mean);

class GeneralizedScores {
 public:
  explicit GeneralizedScores(Likelihood likelihood) : likelihood_(likelihood) {}
  void add(const std::vector<GeneralizedRowScore>& rows);
  std::size_t num_rows() const { return num_rows_; }
  Evaluation result() const;  // without sparsity. Requires: num_rows() > 0.

 private:
  Likelihood likelihood_;
  std::size_t num_rows_ = 0;
  SquareSum squares_;
  double absolute_ = 0.0, log_probability_ = 0.0, deviance_ = 0.0;
  IntervalSums intervals_;
  std::vector<ClassPrediction> predictions_;  // of classes
};

}  // namespace direct
