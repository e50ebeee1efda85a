// SPDX-License-Identifier: MIT
#include <direct/network.h>

#include <gtest/gtest.h>
#include <cmath>

#include "models/network/point_network.h"
#include "oracle/differences.h"
#include "oracle/network.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"

namespace direct::moments_engine_test {
namespace {

double relative_error(double value, double expected) {
  return std::abs(value - expected) / std::max(1.0, std::abs(expected));
}

Matrix random_probabilities(const oracle::TinyNetwork& tiny, std::uint64_t seed) {
  Matrix result = oracle::random_posterior(tiny.problem, seed).log_probabilities.front();
  for (double& value : result.values()) value = std::exp(value);
  return result;
}

SecondMoments statistics_of(const oracle::TinyNetwork& tiny) {
  return oracle::monomial_statistics(tiny.problem.features, tiny.problem.targets, degree(tiny.network));
}

// 1 to 5 inputs, 1 to 4 neurons, 2 to 15 levels.
oracle::TinyNetwork random_shape(std::uint64_t seed) {
  const Network network{.num_inputs = 1 + seed % 5, .hidden = {1 + seed / 5 % 4}};
  return oracle::random_network(network, 1 + seed / 20 % 6, 2 + seed / 120 % 14, seed);
}

PROPERTY(MomentsEngine, SquareErrorEqualsEnumeration, (std::uint64_t seed)) {
  const Network network{.num_inputs = 2 + seed % 2, .hidden = {2}};
  const auto tiny = oracle::random_network(network, 1 + seed % 4, 2 + seed / 2 % 2, seed);
  const SecondMoments statistics = statistics_of(tiny);
  const Matrix probabilities = random_probabilities(tiny, seed + 1);
  const QuadraticNetwork model(network, statistics);
  ASSERT_TRUE(relative_error(model.expected_square_error(tiny.problem.prior.levels, probabilities),
                             oracle::expected_square_error(tiny, probabilities)) < 1e-10);
}

// Derivatives may differ by a constant of each weight, which probabilities that add up to 1 do not see.
PROPERTY(MomentsEngine, EqualsTheForwardPass, (std::uint64_t seed)) {
  const oracle::TinyNetwork tiny = random_shape(seed);
  const SecondMoments statistics = statistics_of(tiny);
  const Matrix& levels = tiny.problem.prior.levels;
  const Matrix probabilities = random_probabilities(tiny, seed + 1);
  Matrix fast, general;
  const double value = QuadraticNetwork(tiny.network, statistics).expected_square_error(levels, probabilities, &fast);
  const double expected =
      QuadraticNetwork(tiny.network, statistics, QuadraticNetwork::default_memory_bytes, NetworkMethod::forward_pass)
          .expected_square_error(levels, probabilities, &general);
  ASSERT_TRUE(relative_error(value, expected) < 1e-10);
  for (std::size_t j = 0; j < levels.cols(); ++j)
    for (std::size_t k = 1; k < levels.rows(); ++k) {
      const double scale = std::max(1.0, std::abs(expected));
      ASSERT_TRUE(std::abs((fast(k, j) - fast(0, j)) - (general(k, j) - general(0, j))) < 1e-9 * scale);
    }
}

PROPERTY(MomentsEngine, DerivativesAreExpectationsGivenALevel, (std::uint64_t seed)) {
  const oracle::TinyNetwork tiny = random_shape(seed);
  const SecondMoments statistics = statistics_of(tiny);
  const QuadraticNetwork model(tiny.network, statistics);
  const Matrix& levels = tiny.problem.prior.levels;
  const Matrix probabilities = random_probabilities(tiny, seed + 1);
  Matrix derivatives;
  model.expected_square_error(levels, probabilities, &derivatives);
  const std::size_t j = seed % levels.cols();
  const auto given = [&](std::size_t k) {
    Matrix certain = probabilities;
    for (std::size_t l = 0; l < levels.rows(); ++l) certain(l, j) = l == k ? 1.0 : 0.0;
    return model.expected_square_error(levels, certain);
  };
  const double first = given(0);
  for (std::size_t k = 1; k < levels.rows(); ++k)
    ASSERT_TRUE(relative_error(derivatives(k, j) - derivatives(0, j), given(k) - first) < 1e-9);
}

PROPERTY(MomentsEngine, OfCertainWeightsIsTheNetworkItself, (std::uint64_t seed)) {
  const oracle::TinyNetwork tiny = random_shape(seed);
  const SecondMoments statistics = statistics_of(tiny);
  const Matrix& levels = tiny.problem.prior.levels;
  Matrix certain(levels.rows(), levels.cols(), 0.0);
  std::vector<double> weights;
  for (std::size_t j = 0; j < levels.cols(); ++j) {
    const std::size_t k = (seed + j * j) % levels.rows();
    certain(k, j) = 1.0;
    weights.push_back(levels(k, j));
  }
  ASSERT_TRUE(relative_error(QuadraticNetwork(tiny.network, statistics).expected_square_error(levels, certain),
                             PointNetwork(tiny.network).square_error(statistics, weights)) < 1e-10);
}

Network network_of_any_depth(std::uint64_t seed) {
  constexpr std::size_t widths[] = {2, 1, 3};
  Network network{.num_inputs = 1 + seed % 3};
  for (std::size_t l = 0; l <= seed / 3 % 3; ++l) network.hidden.push_back(widths[(seed + l) % 3]);
  return network;
}

std::vector<double> some_weights(const oracle::TinyNetwork& tiny) {
  std::vector<double> weights;
  for (std::size_t j = 0; j < tiny.problem.prior.num_features(); ++j)
    weights.push_back(0.7 * tiny.problem.prior.levels(j % 2, j));
  return weights;
}

PROPERTY(PointNetwork, CoefficientsAreThoseOfTheOutput, (std::uint64_t seed)) {
  const auto tiny = oracle::random_network(network_of_any_depth(seed), 4, 2, seed);
  const std::vector<double> weights = some_weights(tiny);
  const std::vector<double> coefficients = PointNetwork(tiny.network).coefficients(weights);
  Matrix monomials;
  evaluate({.kind = FeatureKind::linear, .num_inputs = tiny.network.num_inputs, .degree = degree(tiny.network)},
           tiny.problem.features, monomials);
  for (std::size_t i = 0; i < monomials.rows(); ++i) {
    std::vector<double> inputs;
    for (std::size_t a = 0; a < tiny.network.num_inputs; ++a) inputs.push_back(tiny.problem.features(i, a));
    const auto expected = static_cast<double>(oracle::network_output(tiny.network, weights, inputs));
    double polynomial = 0.0, scale = 1.0;
    for (std::size_t c = 0; c < coefficients.size(); ++c) {
      polynomial += coefficients[c] * monomials(i, c);
      scale += std::abs(coefficients[c] * monomials(i, c));
    }
    ASSERT_TRUE(std::abs(polynomial - expected) < 1e-12 * scale);
    ASSERT_TRUE(relative_error(output(tiny.network, weights, inputs), expected) < 1e-12);
  }
}

PROPERTY(PointNetwork, GradientEqualsCentralDifferences, (std::uint64_t seed)) {
  const auto tiny = oracle::random_network(network_of_any_depth(seed), 5, 2, seed);
  const SecondMoments statistics = statistics_of(tiny);
  const PointNetwork point(tiny.network);
  const std::vector<double> weights = some_weights(tiny);
  std::vector<double> gradient(weights.size());
  const double value = point.square_error(statistics, weights, gradient);
  ASSERT_TRUE(relative_error(value, point.square_error(statistics, weights)) < 1e-14);
  const auto differences = oracle::central_differences(
      [&](std::span<const double> x) { return point.square_error(statistics, x); }, weights);
  double scale = 1.0;
  for (const double derivative : differences) scale = std::max(scale, std::abs(derivative));
  for (std::size_t j = 0; j < gradient.size(); ++j) ASSERT_TRUE(std::abs(gradient[j] - differences[j]) < 1e-5 * scale);
}

}  // namespace
}  // namespace direct::moments_engine_test
