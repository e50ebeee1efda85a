// SPDX-License-Identifier: MIT
#include "models/working_rows.h"

#include <algorithm>
#include <cmath>

#include "models/logistic.h"

namespace direct {
namespace {

// A row that says nothing keeps the weighted moments finite.
constexpr double least_curvature = 1e-12, largest_exponent = 300.0;

double exp_of_predictor(double x) { return std::exp(std::clamp(x, -largest_exponent, largest_exponent)); }

WorkingRow with_curvature(WorkingRow row) {
  row.curvature = std::max(row.curvature, least_curvature);
  return row;
}

WorkingRow bernoulli_row(double target, double z) {
  const double p = sigmoid(z), sign = class_sign(target);
  return {.value = log_sigmoid(sign * z), .slope = sign * sigmoid(-sign * z), .curvature = p * sigmoid(-z)};
}

WorkingRow poisson_row(double target, double z, double mean) {
  return {.value = target * z - mean, .slope = target - mean, .curvature = mean};
}

WorkingRow gamma_row(double ratio, double z) { return {.value = -z - ratio, .slope = ratio - 1.0, .curvature = ratio}; }

}  // namespace

WorkingRow working_row(Likelihood likelihood, double target, double z) {
  switch (likelihood) {
    case Likelihood::bernoulli:
      return with_curvature(bernoulli_row(target, z));
    case Likelihood::poisson:
      return with_curvature(poisson_row(target, z, exp_of_predictor(z)));
    case Likelihood::gamma: {
      WorkingRow row = gamma_row(exp_of_predictor(std::log(target) - z), z);
      row.curvature = 1.0;
      return row;
    }
    case Likelihood::gaussian:
      break;
  }
  return {.value = -0.5 * (target - z) * (target - z), .slope = target - z, .curvature = 1.0};
}

WorkingRow expected_row(Likelihood likelihood, double target, double z, double variance) {
  switch (likelihood) {
    case Likelihood::bernoulli: {
      const double xi = std::hypot(z, std::sqrt(variance)), curvature = 2.0 * quadratic_curvature(xi);
      const double sign = class_sign(target);
      return {.value = quadratic_bound(sign * z, xi), .slope = 0.5 * sign - curvature * z, .curvature = curvature};
    }
    case Likelihood::poisson:
      return with_curvature(poisson_row(target, z, exp_of_predictor(z + 0.5 * variance)));
    case Likelihood::gamma:
      return with_curvature(gamma_row(exp_of_predictor(std::log(target) - z + 0.5 * variance), z));
    case Likelihood::gaussian:
      break;
  }
  return working_row(likelihood, target, z);
}

double saturated_predictor(Likelihood likelihood, double target, double offset) {
  switch (likelihood) {
    case Likelihood::poisson:
      return std::log(target + 0.5);
    case Likelihood::gamma:
      return std::log(target);
    case Likelihood::bernoulli:
    case Likelihood::gaussian:
      break;
  }
  return offset;
}

}  // namespace direct
