// SPDX-License-Identifier: MIT
#include "fit/leave_one_out.h"

#include <gtest/gtest.h>
#include <cmath>

#include "oracle/elimination.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"

namespace direct::leave_one_out_test {
namespace {

struct Prediction {
  double error, variance;
};

// Row i from the others: a Gaussian process of covariance `weight` Phi Phi', and a mean whose variance is `mean`.
Prediction left_out(const oracle::TinyProblem& problem, std::size_t i, const Variances& variances, double mean) {
  const Matrix& phi = problem.features;
  const auto covariance = [&](std::size_t r, std::size_t s) {
    long double sum = mean;
    for (std::size_t j = 0; j < phi.cols(); ++j)
      sum += static_cast<long double>(variances.weight) * phi(r, j) * phi(s, j);
    return r == s ? sum + variances.noise : sum;
  };
  const auto other = [i](std::size_t k) { return k < i ? k : k + 1; };
  const std::size_t n = problem.targets.size() - 1;
  const oracle::WideMatrix among(n, [&](std::size_t r, std::size_t s) { return covariance(other(r), other(s)); });
  oracle::WideVector across;
  for (std::size_t k = 0; k < n; ++k) across.push_back(covariance(i, other(k)));
  const oracle::WideVector solution = oracle::eliminate(among, across).solution;
  long double error = problem.targets[i], variance = covariance(i, i);
  for (std::size_t k = 0; k < n; ++k) {
    error -= solution[k] * problem.targets[other(k)];
    variance -= solution[k] * across[k];
  }
  return {static_cast<double>(error), static_cast<double>(variance)};
}

// A flat prior of the mean is one of a very large variance.
PROPERTY(LeaveOneOut, EqualsAFitToTheOtherRows, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_regression(seed, 3 + seed % 7, 1 + seed % 4, 3, 0.5);
  const Variances variances{.noise = 0.3, .weight = 0.7};
  for (const bool estimates_mean : {false, true}) {
    const std::vector<double> weights(problem.features.cols(), variances.weight);
    const auto found = leave_one_out(problem.features, problem.targets,
                                     {.weights = weights, .noise = variances.noise, .estimates_mean = estimates_mean});
    ASSERT_TRUE(found);
    for (std::size_t i = 0; i < problem.targets.size(); ++i) {
      const Prediction expected = left_out(problem, i, variances, estimates_mean ? 1e9 : 0.0);
      ASSERT_NEAR(found->errors[i], expected.error, 1e-6);
      ASSERT_NEAR(found->variances[i], expected.variance, 1e-6);
    }
  }
}

// Of n rows without anything to learn but their mean: error n / (n - 1) (y - mean), variance noise n / (n - 1).
TEST(LeaveOneOut, KnowsThePlainMean) {
  const std::vector<double> weights{1e-12};
  const auto found = leave_one_out(Matrix(4, 1, 1.0), {1.0, 2.0, 3.0, 6.0},
                                   {.weights = weights, .noise = 3.0, .estimates_mean = true});
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->errors[3], 4.0, 1e-9);
  EXPECT_NEAR(found->variances[3], 4.0, 1e-9);
  const double square = 16.0 / 9.0 * (4.0 + 1.0 + 0.0 + 9.0);  // of all four errors
  EXPECT_NEAR(found->mean_square(), square / 4.0, 1e-9);
  EXPECT_NEAR(found->nll(), 0.5 * (square / 16.0 + std::log(4.0)), 1e-9);
}

}  // namespace
}  // namespace direct::leave_one_out_test
