// SPDX-License-Identifier: MIT
#include "oracle/likelihoods.h"

#include <gtest/gtest.h>
#include <cmath>
#include <numbers>
#include <random>

#include "oracle/random_problem.h"

namespace direct::oracle {
namespace {

long double predictor(const TinyRows& rows, std::size_t row, const Configuration& at) {
  long double z = rows.offsets[row];
  for (std::size_t j = 0; j < at.weights.size(); ++j)
    z += static_cast<long double>(rows.problem.features(row, j)) * static_cast<long double>(at.weights[j]);
  return z;
}

}  // namespace

TinyRows random_rows(Likelihood likelihood, std::uint64_t seed) {
  TinyRows rows{.problem = random_problem(seed), .likelihood = likelihood};
  std::mt19937_64 random(seed + 17);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  if (!likelihood->has_dispersion()) rows.problem.noise = make_noise_prior({1.0});
  for (double& target : rows.problem.targets) {
    rows.weights.push_back(uniform(random) < 0.5 ? 1.0 : 3.0 * uniform(random));
    rows.offsets.push_back(2.0 * uniform(random) - 1.0);
    if (likelihood == Likelihood("bernoulli")) target = uniform(random) < 0.5 ? 0.0 : 1.0;
    if (likelihood == Likelihood("poisson")) target = std::floor(8.0 * uniform(random));
    if (likelihood == Likelihood("gamma")) target = 0.01 + 5.0 * uniform(random);
  }
  return rows;
}

long double log_likelihood(Likelihood likelihood, double target, long double z, double dispersion) {
  constexpr long double two_pi = 2.0L * std::numbers::pi_v<long double>;
  const long double y = target, shape = 1.0L / static_cast<long double>(dispersion);
  if (likelihood->name == "bernoulli") return target > 0.5 ? -std::log1p(std::exp(-z)) : -std::log1p(std::exp(z));
  if (likelihood->name == "poisson") return y * z - std::exp(z) - std::lgamma(y + 1.0L);
  if (likelihood->name == "gamma")
    return shape * (-z - y * std::exp(-z)) + shape * std::log(shape) + (shape - 1.0L) * std::log(y) -
           std::lgamma(shape);
  if (likelihood->name == "gaussian") return -0.5L * ((y - z) * (y - z) * shape + std::log(two_pi / shape));
  ADD_FAILURE() << "the oracle does not know the likelihood " << likelihood->name;
  return 0.0L;
}

double expectation(const TinyRows& rows, const Posterior& q,
                   const std::function<long double(std::size_t row, long double z, double dispersion)>& of_row) {
  long double sum = 0.0L;
  enumerate(rows.problem, q, [&](const Configuration& at) {
    long double value = 0.0L;
    for (std::size_t i = 0; i < rows.weights.size(); ++i)
      value += static_cast<long double>(rows.weights[i]) * of_row(i, predictor(rows, i, at), at.noise_variance);
    sum += std::exp(at.log_q) * value;
  });
  return static_cast<double>(sum);
}

double expected_log_likelihood(const TinyRows& rows, const Posterior& q) {
  return expectation(rows, q, [&](std::size_t row, long double z, double dispersion) {
    return log_likelihood(rows.likelihood, rows.problem.targets[row], z, dispersion);
  });
}

long double mean_of(const TinyRows& rows, const Posterior& q, std::size_t row,
                    const std::function<long double(long double z)>& function) {
  long double sum = 0.0L;
  enumerate(rows.problem, q,
            [&](const Configuration& at) { sum += std::exp(at.log_q) * function(predictor(rows, row, at)); });
  return sum;
}

}  // namespace direct::oracle
