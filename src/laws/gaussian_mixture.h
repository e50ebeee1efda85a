// SPDX-License-Identifier: MIT
// A mixture of Gaussians, with everything in closed form.
#pragma once

#include <vector>

namespace direct {

struct CdfAndDensity {
  double cdf = 0.0, density = 0.0;
};

struct GaussianMixture {
  struct Part {
    double probability, mean, variance;
  };
  std::vector<Part> parts;
};

CdfAndDensity cdf_and_density(const GaussianMixture& mixture, double y);
double log_density(const GaussianMixture& mixture, double y);    // no less than the lowest double
double mean_distance(const GaussianMixture& mixture, double y);  // E|Y - y|
double mean_difference(const GaussianMixture& mixture);          // E|Y - Y'|

}  // namespace direct
