// SPDX-License-Identifier: MIT
#include "likelihoods/logistic.h"

#include <cmath>

#include "algebra/sigmoid.h"

namespace direct {

double quadratic_curvature(double xi) {
  xi = std::abs(xi);
  if (xi < 1e-4) return 0.125 - xi * xi / 96.0;
  return std::tanh(0.5 * xi) / (4.0 * xi);
}

double quadratic_bound(double z, double xi) {
  xi = std::abs(xi);
  return log_sigmoid(xi) + 0.5 * (z - xi) - quadratic_curvature(xi) * (z - xi) * (z + xi);
}

// Both exponentials then have known logarithms, and the derivative by a is zero at a = sigmoid(mean + (1 - 2a)
// variance / 2): what is right of the equation falls with a, so that halving finds it.
double gaussian_tilt(double mean, double variance) {
  double low = 0.0, high = 1.0;
  for (int i = 0; i < 30; ++i) {
    const double a = 0.5 * (low + high);
    (sigmoid(mean + (0.5 - a) * variance) > a ? low : high) = a;
  }
  return 0.5 * (low + high);
}

}  // namespace direct
