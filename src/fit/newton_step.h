// SPDX-License-Identifier: MIT
// All weights at once: Newton's method in their means (Eq. 11), which takes tens of steps where sweeps take thousands
// because features are correlated.
#pragma once

#include <vector>

#include "fit/coordinate_ascent.h"

namespace direct {

// What to add to the means. Damping shortens it where the ELBO is flatter than a parabola says.
std::vector<double> newton_direction(const CoordinateAscent& ascent, double damping);

// Steps of one ascent: the damping follows their success.
class NewtonSteps {
 public:
  // Along newton_direction(), half as far until the ELBO gains; returns what it gained, zero if nothing did.
  // Requires: the weights moved last, not the noise.
  double step(CoordinateAscent& ascent);

 private:
  void adapt(double length);

  double damping_ = 0.0;
};

}  // namespace direct
