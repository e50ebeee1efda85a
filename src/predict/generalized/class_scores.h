// SPDX-License-Identifier: MIT
// How good the predicted probabilities of two classes are.
#pragma once

#include <vector>

#include <direct/predict.h>

namespace direct {

struct ClassPrediction {
  double probability = 0.0;      // of the second class
  double log_probability = 0.0;  // of the class that it is
  bool is_second = false;
};

// Requires: some rows.
ClassScores class_scores(const std::vector<ClassPrediction>& rows);

}  // namespace direct
