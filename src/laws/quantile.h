// SPDX-License-Identifier: MIT
// Quantiles of a distribution given by its CDF and density.
#pragma once

#include <functional>

#include <direct/distribution.h>

#include "laws/spectrum.h"

namespace direct {

// Throws Error(usage) for what is not from least_probability to 1 - least_probability.
void check_probability(double probability, const char* noun);

struct QuantileProblem {
  std::function<CdfAndDensity(double)> distribution;
  double low = 0.0, high = 0.0;  // the CDF is negligible below, and 1 above
  double start = 0.0;
};
double quantile(const QuantileProblem& problem, double probability);

// The standard normal quantile, bent by skewness and excess kurtosis: where to start.
double cornish_fisher(double probability, double skewness, double excess_kurtosis);

// The interval of this level with the least width, by a search over the probability below it that first looks at so
// many of them: an even number.
Interval shortest_interval(const std::function<double(double)>& quantile, double level, int num_looks);

}  // namespace direct
