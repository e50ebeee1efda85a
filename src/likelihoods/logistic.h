// SPDX-License-Identifier: MIT
// The functions of one logit that bounds of the Bernoulli likelihood are made of.
#pragma once

namespace direct {

// +1 of the second class, -1 of the first.
inline double class_sign(double target) { return target > 0.5 ? 1.0 : -1.0; }

// Of Jaakkola and Jordan's bound log sigmoid(z) >= log sigmoid(xi) + (z - xi) / 2 - lambda(xi) (z^2 - xi^2), with
// equality at z = +-xi.
double quadratic_curvature(double xi);  // lambda = tanh(xi / 2) / (4 xi)
double quadratic_bound(double z, double xi);

// Of E log(1 + exp(x)) <= a E x + log(E exp(-a x) + E exp((1 - a) x)): the best a where x is Gaussian.
double gaussian_tilt(double mean, double variance);

}  // namespace direct
