// SPDX-License-Identifier: MIT
// log sigmoid(z) = -log(1 + exp(-z)) and its bounds, at a point and in expectation over an uncertain z. No bound is
// ever above what it bounds.
#pragma once

#include <cstddef>
#include <vector>

namespace study {

double log_sigmoid(double z);

// The paper's two first-order expansions: in exp(-z), for z > 0, and in exp(z), for z < 0. Both are bounds for any z.
double right_taylor(double z);  // -exp(-z)
double left_taylor(double z);   // z - exp(z)

// Jaakkola and Jordan's: equal to log sigmoid at z = +-touching.
double quadratic_bound(double z, double touching);

// A distribution over evenly spaced values.
struct GridLaw {
  double first = 0.0, step = 0.0;
  std::vector<double> probabilities;

  double value(std::size_t i) const { return first + step * static_cast<double>(i); }
};

double mean(const GridLaw& law);
double mean_square(const GridLaw& law);
double log_exponential_moment(const GridLaw& law, double factor);  // log E exp(factor z)

GridLaw sum_of(const GridLaw& weight, std::size_t count);  // of as many independent weights: a convolution

// The sum of 20 independent weights of 15 levels, each Gaussian on its grid up to 3.5 of its deviations: `mean` and
// `deviation` are those of the sum.
GridLaw logit_law(double mean, double deviation);

double expected_log_sigmoid(const GridLaw& law);

double expected_taylor(const GridLaw& law);  // Theorem 2 of the class that z > 0 is right for; the other is its mirror
double expected_tilted(const GridLaw& law, double tilt);  // tilt E z - log(E exp(tilt z) + E exp((tilt - 1) z))
double expected_tilted(const GridLaw& law);               // at the best tilt from 0 to 1
double expected_quadratic(const GridLaw& law);            // at its best, touching^2 = E z^2

}  // namespace study
