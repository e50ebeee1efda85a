// SPDX-License-Identifier: MIT
#include <cmath>
#include <numbers>

#include <direct/error.h>
#include <direct/features.h>
#include <gtest/gtest.h>

#include "algebra/parallel.h"
#include "algebra/random.h"
#include "oracle/elimination.h"

namespace direct::marginal_likelihood_test {
namespace {

struct Problem {
  Matrix inputs;
  std::vector<double> targets;
  KernelHyperparameters hyperparameters;
};

double normal(std::size_t index) { return random_normal(21, RandomStream::generator, index); }

Problem random_problem(std::size_t rows, std::size_t cols) {
  Problem result{.inputs = Matrix(rows, cols), .targets = std::vector<double>(rows), .hyperparameters = {}};
  for (std::size_t i = 0; i < result.inputs.size(); ++i) result.inputs.data()[i] = 5.0 + normal(i);
  for (std::size_t i = 0; i < rows; ++i) result.targets[i] = std::sin(normal(i)) + 0.2 * normal(1000000 + i);
  for (std::size_t j = 0; j < cols; ++j)
    result.hyperparameters.lengthscales.push_back(std::sqrt(static_cast<double>(cols)) *
                                                  std::exp(0.3 * normal(2000000 + j)));
  result.hyperparameters.signal_variance = 1.4;
  result.hyperparameters.noise_variance = 0.06;
  return result;
}

double likelihood(const Problem& problem, std::vector<double>* gradient = nullptr) {
  return log_marginal_likelihood(problem.inputs, problem.targets, problem.hyperparameters, gradient);
}

// The definition, with loops and a general-purpose decomposition.
double dense_likelihood(const Problem& problem) {
  const KernelHyperparameters& of = problem.hyperparameters;
  const std::size_t n = problem.inputs.rows();
  const oracle::WideMatrix covariance(n, [&](std::size_t i, std::size_t k) {
    long double square = 0.0L;
    for (std::size_t j = 0; j < of.lengthscales.size(); ++j)
      square += std::pow((problem.inputs(i, j) - problem.inputs(k, j)) / of.lengthscales[j], 2);
    return of.signal_variance * std::exp(-0.5L * square) + (i == k ? of.noise_variance : 0.0);
  });
  const auto [solution, log_determinant] =
      oracle::eliminate(covariance, {problem.targets.begin(), problem.targets.end()});
  long double square = 0.0L;
  for (std::size_t i = 0; i < n; ++i) square += problem.targets[i] * solution[i];
  return static_cast<double>(-0.5L *
                             (square + log_determinant + static_cast<double>(n) * std::log(2.0 * std::numbers::pi)));
}

double* parameter(KernelHyperparameters& hyperparameters, std::size_t index) {
  const std::size_t num_inputs = hyperparameters.lengthscales.size();
  if (index < num_inputs) return &hyperparameters.lengthscales[index];
  return index == num_inputs ? &hyperparameters.signal_variance : &hyperparameters.noise_variance;
}

double central_difference(Problem problem, std::size_t index) {
  constexpr double step = 1e-5;
  double* value = parameter(problem.hyperparameters, index);
  const double original = *value;
  *value = original * std::exp(step);
  const double above = likelihood(problem);
  *value = original * std::exp(-step);
  return (above - likelihood(problem)) / (2.0 * step);
}

struct Shape {
  std::size_t rows, cols;
};
// Below, at and above the blocks of 64 columns; more inputs than rows.
class MarginalLikelihoodOf : public testing::TestWithParam<Shape> {};
INSTANTIATE_TEST_SUITE_P(Shapes, MarginalLikelihoodOf,
                         testing::Values(Shape{1, 1}, Shape{1, 3}, Shape{2, 1}, Shape{3, 10}, Shape{63, 2},
                                         Shape{64, 5}, Shape{65, 1}, Shape{129, 8}, Shape{300, 20}));

TEST_P(MarginalLikelihoodOf, MatchesTheDefinition) {
  const Problem problem = random_problem(GetParam().rows, GetParam().cols);
  const double expected = dense_likelihood(problem);
  EXPECT_NEAR(likelihood(problem), expected, 1e-10 * std::max(1.0, std::abs(expected)));
}

TEST_P(MarginalLikelihoodOf, GradientMatchesCentralDifferences) {
  const Problem problem = random_problem(GetParam().rows, GetParam().cols);
  std::vector<double> gradient = {1.0};  // of another size
  const double value = likelihood(problem, &gradient);
  EXPECT_EQ(value, likelihood(problem));
  ASSERT_EQ(gradient.size(), GetParam().cols + 2);
  for (std::size_t i = 0; i < gradient.size(); ++i)
    EXPECT_NEAR(gradient[i], central_difference(problem, i), 1e-6 * std::max(1.0, std::abs(value))) << i;
}

TEST_P(MarginalLikelihoodOf, SameBitsForAnyNumberOfThreads) {
  const Problem problem = random_problem(GetParam().rows, GetParam().cols);
  const auto value_and_gradient = [&] {
    std::vector<double> gradient;
    gradient.push_back(likelihood(problem, &gradient));
    return gradient;
  };
  const std::vector<double> expected = with_threads(1, value_and_gradient);
  for (const int threads : {2, 3}) EXPECT_EQ(with_threads(threads, value_and_gradient), expected) << threads;
}

TEST(MarginalLikelihood, DoesNotSeeWhereTheInputsAre) {
  Problem problem = random_problem(80, 3);
  const double expected = likelihood(problem);
  for (double& input : problem.inputs.values()) input += 1e4;
  EXPECT_NEAR(likelihood(problem), expected, 1e-8 * std::abs(expected));
}

TEST(MarginalLikelihood, OfASingularKernelIsMinusInfinity) {
  Problem problem = random_problem(4, 1);
  for (double& input : problem.inputs.values()) input = 1.0;
  problem.hyperparameters.noise_variance = 0.0;
  std::vector<double> gradient;
  EXPECT_EQ(likelihood(problem, &gradient), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(gradient, std::vector<double>(3, 0.0));
}

TEST(MarginalLikelihood, IsNeverNaN) {
  for (const double extreme : {1e-300, 1e-150, 1e-8, 1e8, 1e150, 1e300}) {
    for (std::size_t index = 0; index < 4; ++index) {
      Problem problem = random_problem(30, 2);
      *parameter(problem.hyperparameters, index) = extreme;
      EXPECT_FALSE(std::isnan(likelihood(problem))) << extreme << " as parameter " << index;
    }
  }
}

TEST(MarginalLikelihood, RefusesWhatDoesNotFit) {
  Problem problem = random_problem(5, 2);
  problem.targets.pop_back();
  EXPECT_THROW(likelihood(problem), Error);
  problem = random_problem(5, 2);
  problem.hyperparameters.lengthscales.pop_back();
  EXPECT_THROW(likelihood(problem), Error);
  for (std::size_t index = 0; index < 4; ++index) {
    problem = random_problem(5, 2);
    *parameter(problem.hyperparameters, index) = -1.0;
    EXPECT_THROW(likelihood(problem), Error) << index;
  }
  EXPECT_THROW(log_marginal_likelihood(Matrix(0, 2), {}, random_problem(5, 2).hyperparameters), Error);
}

}  // namespace
}  // namespace direct::marginal_likelihood_test
