// SPDX-License-Identifier: MIT
// The data of Figure 1: a random weighting of random Fourier features of a squared-exponential kernel, and Gaussian
// noise. The model has the same features, three levels for each weight, and three values of the noise variance. Where
// the paper does not say how the data were made there is a plain problem and a hard one. plain: eight standard normal
// inputs, so that features are hardly correlated, and weights from the model's own prior. hard: one input, so that they
// are, and standard normal weights, between the levels.
#pragma once

#include <direct/model.h>

#include <cstdint>
#include <string>
#include <vector>

namespace study {

struct Figure1Size {
  std::string name;
  std::size_t num_rows = 1000;
  std::size_t num_features = 20;
  bool is_hard = false;
};

struct Figure1Problem {
  direct::Matrix features;
  std::vector<double> targets;
  direct::SecondMoments statistics;
  direct::WeightPrior prior;  // uniform over -r, 0, r: r such that the levels have the variance of the weights, 1
  direct::NoisePrior noise;   // uniform over a quarter of its variance, the variance, and four times it
  double statistics_seconds = 0.0;
};

Figure1Problem figure1_problem(const Figure1Size& size, std::uint64_t seed);

}  // namespace study
