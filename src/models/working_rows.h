// SPDX-License-Identifier: MIT
// A likelihood as a parabola of z, row by row: log p(y | z) ~ value + slope (z - at) - curvature (z - at)^2 / 2. The
// weighted second moments of such rows make every row model, for a while, one of Gaussian noise.
#pragma once

#include <direct/likelihood.h>

namespace direct {

struct WorkingRow {
  double value = 0.0, slope = 0.0;
  double curvature = 0.0;  // positive
};

// Of the unit log-likelihood at z, the constants that do not depend on z left out. Expected curvature of gamma, the
// observed one of the others.
WorkingRow working_row(Likelihood likelihood, double target, double z);

// Where z itself is uncertain by this variance: of bernoulli the quadratic bound, at its best; of the others the
// expectation of slope and curvature for a Gaussian z.
WorkingRow expected_row(Likelihood likelihood, double target, double z, double variance);

// Where to linearise before anything is known: z at the target itself, kept from infinity.
double saturated_predictor(Likelihood likelihood, double target, double offset);

}  // namespace direct
