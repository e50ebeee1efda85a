// SPDX-License-Identifier: MIT
// Predictions of the full-precision companion, at the variances of the model: what 4 bits are measured against.
#pragma once

#include <direct/evaluate.h>

#include "laws/noise_terms.h"
#include "predict/scores.h"

namespace direct {

class CompanionPredictor {
 public:
  // Requires: the model has its statistics.
  explicit CompanionPredictor(const TrainedModel& model);
  std::vector<Prediction> operator()(const Matrix& inputs) const;
  const Companion& companion() const { return companion_; }
  const WeightPrior& prior() const { return prior_; }  // Gaussian: what a mixture prior amounts to

 private:
  const TrainedModel& model_;
  double noise_variance_;
  WeightPrior prior_;
  Companion companion_;
};

// Its scores: a Gaussian, and the noise on its grid.
class CompanionScores {
 public:
  explicit CompanionScores(const TrainedModel& model);
  void add(const Rows& rows);
  Yardstick result() const;

 private:
  CompanionPredictor predictor_;
  NoiseTerms noise_;
  double target_scale_;
  double num_rows_ = 0.0;
  SquareSum squares_;
  double log_density_ = 0.0, crps_ = 0.0;
};

}  // namespace direct
