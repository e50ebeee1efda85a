// SPDX-License-Identifier: MIT
// A mixture of Gaussians with small means: the noise, or what is left of it under an exponential tilt.
#pragma once

#include <vector>

namespace direct {

struct NoiseTerms {
  std::vector<double> probabilities, variances, offsets;
};

NoiseTerms in_units_of(double scale, NoiseTerms noise);
double least_variance(const NoiseTerms& noise);
NoiseTerms without_negligible(const NoiseTerms& noise);

}  // namespace direct
