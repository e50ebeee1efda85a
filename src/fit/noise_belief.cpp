// SPDX-License-Identifier: MIT
#include "fit/noise_belief.h"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>
#include <cmath>

#include "algebra/categorical.h"

namespace direct {
namespace {

constexpr double fewest_degrees = 2.0, most_degrees = 1e6;

// The x with trigamma(x) = value, by bisection: trigamma decreases.
double inverse_trigamma(double value) {
  double low = 0.5 * fewest_degrees, high = 0.5 * most_degrees;
  for (int i = 0; i < 60; ++i) {
    const double middle = std::sqrt(low * high);
    (boost::math::trigamma(middle) > value ? low : high) = middle;
  }
  return std::sqrt(low * high);
}

}  // namespace

// log sigma^2 = log variance + log(degrees / 2) - log Gamma(degrees / 2), whose mean and variance are the digamma and
// the trigamma function.
NoiseBelief belief_of_log_moments(double mean, double variance) {
  const double half = inverse_trigamma(variance);
  return {.variance = std::exp(mean - std::log(half) + boost::math::digamma(half)), .degrees = 2.0 * half};
}

NoiseTable noise_table(const NoiseBelief& belief) {
  constexpr std::size_t count = 31;
  constexpr double tail = 1e-4;
  const boost::math::chi_squared law(belief.degrees);
  const double scale = belief.degrees * belief.variance;
  const double least = scale / boost::math::quantile(boost::math::complement(law, tail));
  NoiseTable result{.prior =
                        make_noise_prior(logarithmic_grid(least, scale / boost::math::quantile(law, tail), count))};
  for (const double variance : result.prior.variances) {
    const double x = scale / variance;
    result.log_posterior.push_back(0.5 * belief.degrees * std::log(x) - 0.5 * x);
  }
  normalise_log(result.log_posterior);
  // the mean precision is the belief's to the last digits
  const double ratio = noise_moments(result.prior, exponentials(result.log_posterior)).precision * belief.variance;
  for (double& variance : result.prior.variances) variance *= ratio;
  return result;
}

}  // namespace direct
