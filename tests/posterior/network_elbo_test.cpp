// SPDX-License-Identifier: MIT
#include <direct/elbo.h>

#include <gtest/gtest.h>
#include <cmath>

#include "algebra/categorical.h"
#include "oracle/differences.h"
#include "oracle/network.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"

namespace direct::network_elbo_test {
namespace {

double relative_error(double value, double expected) {
  return std::abs(value - expected) / std::max(1.0, std::abs(expected));
}

// 2-2-1 and 3-2-1 with two and three levels; now and then 2-2-2-1 with two.
oracle::TinyNetwork tiny_network(std::uint64_t seed) {
  const bool is_deep = seed % 16 == 0, is_wide = seed % 4 == 1;
  const Network network{.num_inputs = is_wide ? 3U : 2U,
                        .hidden = is_deep ? std::vector<std::size_t>{2, 2} : std::vector<std::size_t>{2}};
  return oracle::random_network(network, 1 + seed % 4, is_deep || (is_wide && seed % 32 != 1) ? 2 : 2 + seed / 2 % 2,
                                seed);
}

SecondMoments statistics_of(const oracle::TinyNetwork& tiny) {
  return oracle::monomial_statistics(tiny.problem.features, tiny.problem.targets, degree(tiny.network));
}

double library_elbo(const QuadraticNetwork& model, const oracle::TinyNetwork& tiny, const Posterior& q) {
  const auto& [features, targets, prior, noise] = tiny.problem;
  return elbo(expected_likelihood(model, prior, noise, q, false), prior, noise, q);
}

double library_elbo(const oracle::TinyNetwork& tiny, const Posterior& q) {
  const SecondMoments statistics = statistics_of(tiny);
  return library_elbo(QuadraticNetwork(tiny.network, statistics), tiny, q);
}

PROPERTY(NetworkElbo, EqualsEnumeration, (std::uint64_t seed)) {
  const oracle::TinyNetwork tiny = tiny_network(seed);
  const Posterior q = oracle::random_posterior(tiny.problem, seed + 1);
  ASSERT_TRUE(relative_error(library_elbo(tiny, q), oracle::network_elbo(tiny, q)) < 1e-9);
}

PROPERTY(NetworkElbo, OfMixturesIsABound, (std::uint64_t seed)) {
  oracle::TinyNetwork tiny = tiny_network(seed);
  tiny.problem = oracle::with_mixture_prior(tiny.problem, 1 + seed % 3, seed + 2);
  const Posterior q = oracle::random_mixture(tiny.problem, 2 + seed % 2, seed + 1);
  const double exact = oracle::network_elbo(tiny, q);
  ASSERT_TRUE(library_elbo(tiny, q) <= exact + 1e-9 * std::max(1.0, std::abs(exact)));
}

std::vector<double> logits_of(const Posterior& q) {
  std::vector<double> logits(q.log_probabilities.front().values().begin(), q.log_probabilities.front().values().end());
  logits.insert(logits.end(), q.noise_log_probabilities.begin(), q.noise_log_probabilities.end());
  return logits;
}

Posterior at_logits(std::span<const double> logits, Posterior q) {
  Matrix& table = q.log_probabilities.front();
  std::copy_n(logits.begin(), table.size(), table.data());
  for (std::size_t j = 0; j < table.cols(); ++j) normalise_log(table.column(j));
  std::copy_n(logits.begin() + std::ssize(table.values()), q.noise_log_probabilities.size(),
              q.noise_log_probabilities.begin());
  normalise_log(q.noise_log_probabilities);
  return q;
}

PROPERTY(NetworkElbo, GradientEqualsCentralDifferences, (std::uint64_t seed)) {
  const oracle::TinyNetwork tiny = tiny_network(seed);
  const auto& [features, targets, prior, noise] = tiny.problem;
  const SecondMoments statistics = statistics_of(tiny);
  const QuadraticNetwork model(tiny.network, statistics);
  const Posterior q = oracle::random_posterior(tiny.problem, seed + 1);
  const ElboGradient gradient = elbo_gradient(expected_likelihood(model, prior, noise, q, true), prior, noise, q);
  const auto differences = oracle::central_differences(
      [&](std::span<const double> logits) { return library_elbo(model, tiny, at_logits(logits, q)); }, logits_of(q));
  std::vector<double> found(gradient.weights.probabilities.front().values().begin(),
                            gradient.weights.probabilities.front().values().end());
  found.insert(found.end(), gradient.noise_logits.begin(), gradient.noise_logits.end());
  const double scale = std::max(1.0, std::abs(gradient.elbo));
  for (std::size_t i = 0; i < found.size(); ++i) ASSERT_TRUE(std::abs(found[i] - differences[i]) < 1e-6 * scale);
}

}  // namespace
}  // namespace direct::network_elbo_test
