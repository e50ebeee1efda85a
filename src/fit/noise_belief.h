// SPDX-License-Identifier: MIT
// What is believed of the noise: its precision is chi-square of so many degrees of freedom, over degrees * variance.
// Predictions then have a Student's t with as many degrees.
#pragma once

#include <vector>

#include <direct/model.h>

namespace direct {

struct NoiseBelief {
  double variance = 1.0;  // one over the mean precision
  double degrees = 1.0;
};

// The belief under which log variance has this mean and variance, with at least two degrees.
NoiseBelief belief_of_log_moments(double mean, double variance);

// The belief as a table: 1 / sigma^2 has its mean and, but for the ends of the grid, its variance.
struct NoiseTable {
  NoisePrior prior;
  std::vector<double> log_posterior;
};
NoiseTable noise_table(const NoiseBelief& belief);

}  // namespace direct
