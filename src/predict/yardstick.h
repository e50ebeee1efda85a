// SPDX-License-Identifier: MIT
// Predictions of the full-precision companion, at the variances of the model: what 4 bits are measured against.
#pragma once

#include <direct/predict.h>

namespace direct {

class CompanionPredictor {
 public:
  // Requires: the model has its statistics.
  explicit CompanionPredictor(const TrainedModel& model);
  Predictions operator()(const Matrix& inputs) const;
  const Companion& companion() const { return companion_; }

 private:
  const TrainedModel& model_;
  double noise_variance_;
  Companion companion_;
};

}  // namespace direct
