// SPDX-License-Identifier: MIT
#include "models/network/forward_pass.h"

#include <algorithm>
#include <cmath>
#include <random>

#include <direct/features.h>
#include <gtest/gtest.h>

#include "models/network/network_polynomials.h"
#include "oracle/differences.h"
#include "oracle/network.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"
#include "oracle/threads.h"

namespace direct::forward_pass_test {
namespace {

double relative_error(double value, double expected) {
  return std::abs(value - expected) / std::max(1.0, std::abs(expected));
}

QuadraticNetwork library_network(const oracle::TinyNetwork& tiny) {
  const oracle::TinyProblem& problem = tiny.problem;
  return {tiny.network, oracle::monomial_statistics(problem.features, problem.targets, degree(tiny.network)),
          QuadraticNetwork::default_memory_bytes, NetworkMethod::forward_pass};
}

Matrix random_probabilities(const oracle::TinyNetwork& tiny, std::uint64_t seed) {
  Matrix result = oracle::random_posterior(tiny.problem, seed).log_probabilities.front();
  for (double& value : result.values()) value = std::exp(value);
  return result;
}

double library_square_error(const oracle::TinyNetwork& tiny, const Matrix& probabilities) {
  return library_network(tiny).expected_square_error(tiny.problem.prior.levels, probabilities);
}

// 2-2-1 and 3-2-1 with two and three levels, 2-2-2-1 with two.
oracle::TinyNetwork small_network(std::uint64_t seed) {
  const Network network = seed % 3 == 0   ? Network{.num_inputs = 2, .hidden = {2}}
                          : seed % 3 == 1 ? Network{.num_inputs = 3, .hidden = {2}}
                                          : Network{.num_inputs = 2, .hidden = {2, 2}};
  return oracle::random_network(network, 1 + seed % 4, seed % 3 == 2 ? 2 : 2 + seed % 2, seed);
}

PROPERTY(ForwardPass, SquareErrorEqualsEnumeration, (std::uint64_t seed)) {
  const oracle::TinyNetwork tiny = small_network(seed);
  const Matrix probabilities = random_probabilities(tiny, seed + 1);
  ASSERT_TRUE(relative_error(library_square_error(tiny, probabilities),
                             oracle::expected_square_error(tiny, probabilities)) < 1e-9);
}

// 3^15 weight vectors.
TEST(ForwardPassLong, SquareErrorOfTwoHiddenLayersWithThreeLevelsEqualsEnumeration) {
  const auto tiny = oracle::random_network({.num_inputs = 2, .hidden = {2, 2}}, 2, 3, 5);
  const Matrix probabilities = random_probabilities(tiny, 6);
  EXPECT_LT(
      relative_error(library_square_error(tiny, probabilities), oracle::expected_square_error(tiny, probabilities)),
      1e-9);
}

PROPERTY(ForwardPass, SquareErrorOfADeepNetworkEqualsEnumeration, (std::uint64_t seed)) {
  const auto tiny = oracle::random_network({.num_inputs = 1, .hidden = {1, 1, 1}}, 3, 3, seed);
  const Matrix probabilities = random_probabilities(tiny, seed + 1);
  ASSERT_TRUE(relative_error(library_square_error(tiny, probabilities),
                             oracle::expected_square_error(tiny, probabilities)) < 1e-9);
}

// Certain of random levels; for an odd seed of all weights, otherwise of about half of them.
Matrix certain_probabilities(const oracle::TinyNetwork& tiny, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Matrix result = random_probabilities(tiny, seed);
  for (std::size_t j = 0; j < result.cols(); ++j) {
    if (seed % 2 == 0 && random() % 2 == 0) continue;
    std::ranges::fill(result.column(j), 0.0);
    result(random() % result.rows(), j) = 1.0;
  }
  return result;
}

PROPERTY(ForwardPass, SquareErrorOfCertainWeightsEqualsEnumeration, (std::uint64_t seed)) {
  const oracle::TinyNetwork tiny = small_network(seed);
  const Matrix probabilities = certain_probabilities(tiny, seed / 3);
  ASSERT_TRUE(relative_error(library_square_error(tiny, probabilities),
                             oracle::expected_square_error(tiny, probabilities)) < 1e-9);
}

// Levels -1, 0, 1 with probabilities that are symmetric for about half of the weights and certain of zero for some of
// the others: moments that are exactly zero, of odd powers and of all.
struct Symmetric {
  oracle::TinyNetwork tiny;
  Matrix probabilities;
};

Symmetric symmetric_network(std::uint64_t seed) {
  const Network network{.num_inputs = 2, .hidden = {2}};
  Symmetric result{.tiny = oracle::random_network(network, 3, 3, seed), .probabilities = {}};
  result.probabilities = random_probabilities(result.tiny, seed + 1);
  std::mt19937_64 random(seed);
  for (std::size_t j = 0; j < num_weights(network); ++j) {
    result.tiny.problem.prior.levels(0, j) = -1.0;
    result.tiny.problem.prior.levels(1, j) = 0.0;
    result.tiny.problem.prior.levels(2, j) = 1.0;
    auto column = result.probabilities.column(j);
    const std::uint64_t kind = random() % 4;
    if (kind < 2) column[0] = column[2] = 0.5 * (1.0 - column[1]);
    if (kind == 2) column[0] = column[2] = 0.0, column[1] = 1.0;
  }
  return result;
}

PROPERTY(ForwardPass, SquareErrorWithMomentsOfZeroEqualsEnumeration, (std::uint64_t seed)) {
  const Symmetric problem = symmetric_network(seed);
  ASSERT_TRUE(relative_error(library_square_error(problem.tiny, problem.probabilities),
                             oracle::expected_square_error(problem.tiny, problem.probabilities)) < 1e-9);
}

// Of the derivatives as differences of the expectations given each level, by enumeration; the largest, in units of the
// largest expectation or of 1.
double conditional_error(const oracle::TinyNetwork& tiny, const Matrix& probabilities) {
  Matrix gradient(1, 1);  // of another shape
  library_network(tiny).expected_square_error(tiny.problem.prior.levels, probabilities, &gradient);
  if (gradient.rows() != probabilities.rows() || gradient.cols() != probabilities.cols()) return INFINITY;
  double largest_error = 0.0, largest_given = 1.0;
  for (std::size_t j = 0; j < probabilities.cols(); ++j) {
    std::vector<double> given;
    for (std::size_t k = 0; k < probabilities.rows(); ++k) {
      Matrix certain = probabilities;
      std::ranges::fill(certain.column(j), 0.0);
      certain(k, j) = 1.0;
      given.push_back(oracle::expected_square_error(tiny, certain));
      const double error = gradient(k, j) - gradient(0, j) - (given[k] - given[0]);
      if (!std::isfinite(error)) return INFINITY;
      largest_error = std::max(largest_error, std::abs(error));
      largest_given = std::max(largest_given, given[k]);
    }
  }
  return largest_error / largest_given;
}

PROPERTY(ForwardPassDerivative, IsTheExpectationGivenTheLevel, (std::uint64_t seed)) {
  const auto tiny = oracle::random_network({.num_inputs = 2, .hidden = {2}}, 3, 2, seed);
  ASSERT_TRUE(conditional_error(tiny, random_probabilities(tiny, seed + 1)) < 1e-9);
}

PROPERTY(ForwardPassDerivative, OfADeepNetworkIsTheExpectationGivenTheLevel, (std::uint64_t seed)) {
  const auto tiny = oracle::random_network({.num_inputs = 1, .hidden = {1, 1, 1}}, 2, 2, seed);
  ASSERT_TRUE(conditional_error(tiny, random_probabilities(tiny, seed + 1)) < 1e-9);
}

PROPERTY(ForwardPassDerivative, WithMomentsOfZeroIsTheExpectationGivenTheLevel, (std::uint64_t seed)) {
  const Symmetric problem = symmetric_network(seed);
  ASSERT_TRUE(conditional_error(problem.tiny, problem.probabilities) < 1e-9);
}

// Levels of a probability near the smallest double: their moments are not zero, but terms that have two are.
PROPERTY(ForwardPassDerivative, OfAllButCertainWeightsIsTheExpectationGivenTheLevel, (std::uint64_t seed)) {
  Symmetric problem = symmetric_network(seed);
  for (std::size_t j = 0; j < problem.probabilities.cols(); j += 2) {
    auto column = problem.probabilities.column(j);
    column[0] = 0.0, column[1] = 1.0, column[2] = 1e-320;
  }
  ASSERT_TRUE(conditional_error(problem.tiny, problem.probabilities) < 1e-9);
}

// Probabilities that do not add up to 1 are as good, for the derivative is that of each by itself.
PROPERTY(ForwardPassDerivative, EqualsCentralDifferences, (std::uint64_t seed)) {
  const oracle::TinyNetwork tiny = small_network(seed);
  const Matrix probabilities = random_probabilities(tiny, seed + 1);
  const QuadraticNetwork network = library_network(tiny);
  const Matrix& levels = tiny.problem.prior.levels;
  Matrix gradient;
  network.expected_square_error(levels, probabilities, &gradient);
  const auto value = [&](std::span<const double> x) {
    Matrix at = probabilities;
    std::ranges::copy(x, at.data());
    return network.expected_square_error(levels, at);
  };
  const std::vector<double> start(probabilities.values().begin(), probabilities.values().end());
  const std::vector<double> differences = oracle::central_differences(value, start, 1e-4);
  for (std::size_t i = 0; i < differences.size(); ++i)
    ASSERT_TRUE(relative_error(gradient.data()[i], differences[i]) < 1e-6);
}

TEST(ForwardPass, HasTheSameBitsForAnyNumberOfThreads) {
  const auto tiny = oracle::random_network({.num_inputs = 3, .hidden = {3, 2}}, 4, 3, 8);
  const Matrix probabilities = random_probabilities(tiny, 9);
  ASSERT_GT(ForwardPass(tiny.network).square().num_terms(), 100000U);  // many blocks
  const QuadraticNetwork network = library_network(tiny);
  std::vector<double> values;
  std::vector<Matrix> gradients(3);
  for (std::size_t i = 0; i < 3; ++i)
    oracle::on_threads(1 << i, [&] {
      values.push_back(network.expected_square_error(tiny.problem.prior.levels, probabilities, &gradients[i]));
    });
  for (std::size_t i = 1; i < 3; ++i) {
    EXPECT_EQ(values[i], values[0]);
    EXPECT_EQ(gradients[i], gradients[0]);
  }
}

// The output at one weight vector and one row, of the polynomial.
double evaluated(const WeightPolynomial& polynomial, InputMonomial monomial, std::span<const double> weights,
                 std::span<const double> inputs) {
  double sum = 0.0;
  for (std::size_t t = 0; t < polynomial.num_terms(); ++t) {
    double term = polynomial.coefficient(t);
    for (const WeightPower factor : polynomial.factors(t))
      term *= std::pow(weights[factor.weight()], static_cast<double>(factor.power()));
    for (const std::size_t factor : monomial.factors(polynomial.factors(t)))
      if (factor > 0) term *= inputs[factor - 1];
    sum += term;
  }
  return sum;
}

PROPERTY(ForwardPass, IsTheNetwork, (std::uint64_t seed)) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution uniform(-1.0, 1.0);
  const Network network{.num_inputs = 1 + seed % 3, .hidden = {1 + seed % 2, 1 + seed % 3}};
  std::vector<double> weights(num_weights(network)), inputs(network.num_inputs);
  for (double& value : weights) value = uniform(random);
  for (double& value : inputs) value = uniform(random);
  const ForwardPass pass(network);
  const auto expected = static_cast<double>(oracle::network_output(network, weights, inputs));
  const InputMonomial once(network, degree(network)), twice(network, 2 * degree(network));
  ASSERT_TRUE(relative_error(evaluated(pass.output(), once, weights, inputs), expected) < 1e-12);
  ASSERT_TRUE(relative_error(evaluated(pass.square(), twice, weights, inputs), expected * expected) < 1e-12);
  ASSERT_TRUE(relative_error(output(network, weights, inputs), expected) < 1e-12);
}

TEST(ForwardPass, MergesLikeTerms) {
  const ForwardPass pass({.num_inputs = 2, .hidden = {2, 2}});
  std::vector<std::vector<std::pair<std::size_t, std::size_t>>> terms;
  for (std::size_t t = 0; t < pass.square().num_terms(); ++t) {
    terms.emplace_back();
    for (const WeightPower factor : pass.square().factors(t))
      terms.back().emplace_back(factor.weight(), factor.power());
    EXPECT_TRUE(std::ranges::is_sorted(terms.back()));
  }
  std::ranges::sort(terms);
  EXPECT_EQ(std::ranges::adjacent_find(terms), terms.end());
}

double polynomial_at(std::span<const double> coefficients, std::size_t degree_of_inputs, const Matrix& inputs) {
  FeatureMap map = linear_features(inputs.cols());
  map.degree = degree_of_inputs;
  Matrix features;
  evaluate(map, inputs, features);
  if (coefficients.size() != features.cols()) return INFINITY;
  double sum = 0.0;
  for (std::size_t i = 0; i < coefficients.size(); ++i) sum += coefficients[i] * features(0, i);
  return sum;
}

// Of mean and variance at random inputs, by enumeration; the larger.
double polynomials_error(const oracle::TinyNetwork& tiny, const Matrix& probabilities, std::uint64_t seed) {
  const Matrix at = oracle::random_network(tiny.network, 1, 2, seed).problem.features;
  Posterior q = prior_as_posterior(tiny.problem.prior, tiny.problem.noise);
  for (std::size_t i = 0; i < probabilities.size(); ++i)
    q.log_probabilities.front().data()[i] = std::log(probabilities.data()[i]);
  const auto polynomials = network_polynomials(ForwardPass(tiny.network), tiny.problem.prior.levels, probabilities);
  const double mean = polynomial_at(polynomials.mean, degree(tiny.network), at);
  const double square = polynomial_at(polynomials.square, 2 * degree(tiny.network), at);
  const auto expected = oracle::output_moments(tiny, q, at.values());
  const auto expected_square = static_cast<double>(expected.variance + expected.mean * expected.mean);
  return std::max(relative_error(mean, static_cast<double>(expected.mean)), relative_error(square, expected_square));
}

PROPERTY(NetworkPolynomials, GiveMeanAndSquareAtAnyInputs, (std::uint64_t seed)) {
  const auto tiny = oracle::random_network({.num_inputs = 2 + seed % 2, .hidden = {2}}, 1, 2, seed);
  ASSERT_TRUE(polynomials_error(tiny, random_probabilities(tiny, seed + 1), seed + 2) < 1e-9);
}

TEST(NetworkPolynomials, OfTwoHiddenLayersGiveMeanAndSquare) {
  const auto tiny = oracle::random_network({.num_inputs = 2, .hidden = {2, 2}}, 1, 2, 21);
  EXPECT_LT(polynomials_error(tiny, random_probabilities(tiny, 22), 23), 1e-9);
}

TEST(NetworkPolynomials, WithMomentsOfZeroGiveMeanAndSquare) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Symmetric problem = symmetric_network(seed);
    EXPECT_LT(polynomials_error(problem.tiny, problem.probabilities, seed + 2), 1e-9) << seed;
  }
}

}  // namespace
}  // namespace direct::forward_pass_test
