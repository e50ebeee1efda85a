// SPDX-License-Identifier: MIT
// Scores of predicted classes.
#pragma once

#include <vector>

#include <direct/evaluate.h>

namespace direct {

// Of one row: the probability of the second class, and of the class that it has.
struct ClassPrediction {
  double probability = 0.5;
  double log_probability = 0.0;
  bool is_second = false;
};

ClassScores class_scores(const std::vector<ClassPrediction>& rows);  // Requires: there are some

}  // namespace direct
