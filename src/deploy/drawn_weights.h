// SPDX-License-Identifier: MIT
// The draws of a model as integers: weight = centre + step * code.
#pragma once

#include <cstdint>
#include <vector>

#include <direct/deploy.h>

namespace direct {

struct DrawnWeights {
  std::size_t num_draws = 0;
  std::vector<double> centres;      // of each feature: what the draws have in common
  std::vector<double> steps;        // 0: the weight is left out
  std::vector<std::int16_t> codes;  // num_draws x features
  IntegerLevels levels = IntegerLevels::even;
  bool independent = true;  // draws of a product; those of an ensemble lie about its mean in pairs
  bool deviations = false;  // the codes are deviations from the centres, which are the mean
};

// An ensemble gives its first deviations where its law is the t, else its first draws; any other posterior is sampled.
// Centres are shifted so
// that the mean of the draws is that of the posterior, on a fixed grid only where samples would cost accuracy. Throws
// Error(usage) for levels that are no integers.
DrawnWeights drawn_weights(const TrainedModel& model, const IntegerOptions& options);

}  // namespace direct
