// SPDX-License-Identifier: MIT
#include <direct/model.h>

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "algebra/dense.h"
#include "oracle/elimination.h"
#include "oracle/enumerate.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"

namespace direct::companion_test {
namespace {

struct Expected {
  oracle::WideMatrix precision;
  oracle::WideVector mean;
};

// Eq. 9 from the rows themselves
Expected dense_companion(const oracle::TinyProblem& problem, long double noise_precision) {
  oracle::WideMatrix precision = oracle::precision_matrix(problem.features, noise_precision, problem.prior.variances);
  oracle::WideVector right;
  for (std::size_t j = 0; j < problem.prior.num_features(); ++j) {
    long double sum = 0.0L;
    for (std::size_t row = 0; row < problem.targets.size(); ++row)
      sum += static_cast<long double>(problem.features(row, j)) * problem.targets[row];
    right.push_back(noise_precision * sum +
                    static_cast<long double>(problem.prior.means[j]) / problem.prior.variances[j]);
  }
  oracle::WideVector mean = oracle::eliminate(precision, right).solution;
  return {std::move(precision), std::move(mean)};
}

double norm(const oracle::WideVector& values) {
  long double sum = 0.0L;
  for (const long double value : values) sum += value * value;
  return static_cast<double>(std::sqrt(sum));
}

oracle::WideVector difference(const std::vector<double>& found, const oracle::WideVector& expected) {
  oracle::WideVector result;
  for (std::size_t j = 0; j < found.size(); ++j) result.push_back(found[j] - expected[j]);
  return result;
}

Companion companion_of(const oracle::TinyProblem& problem, double noise_precision) {
  return gaussian_companion(oracle::statistics_of(problem), problem.prior, noise_precision);
}

// L L'
std::vector<double> product_of_factor(const Companion& companion) {
  const Matrix& l = companion.factor;
  std::vector<double> product;
  for (std::size_t i = 0; i < l.rows(); ++i)
    for (std::size_t j = 0; j < l.cols(); ++j) {
      double sum = 0.0;
      for (std::size_t k = 0; k <= std::min(i, j); ++k) sum += l(i, k) * l(j, k);
      product.push_back(sum);
    }
  return product;
}

// Rows fewer and more than features, and a prior whose mean is not zero.
oracle::TinyProblem shifted_problem(std::uint64_t seed) {
  oracle::TinyProblem problem = oracle::random_regression(seed, 1 + seed % 30, 1 + seed / 30 % 20, 5, 0.5);
  for (std::size_t j = 0; j < problem.prior.num_features(); ++j) {
    problem.prior.means[j] = 0.1 * static_cast<double>(j) - 0.3;
    problem.prior.variances[j] = 0.5 + 0.2 * static_cast<double>(j);
  }
  return problem;
}

PROPERTY(Companion, EqualsTheDenseSolution, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = shifted_problem(seed);
  const Companion companion = companion_of(problem, 4.0);
  const Expected expected = dense_companion(problem, 4.0L);
  ASSERT_TRUE(norm(difference(product_of_factor(companion), expected.precision.values)) <
              1e-14 * norm(expected.precision.values));
  ASSERT_TRUE(norm(difference(companion.mean, expected.mean)) < 1e-11 * (1.0 + norm(expected.mean)));
}

TEST(Companion, SpansMoreThanOneTile) {
  const oracle::TinyProblem problem = oracle::random_regression(5, 150, 300, 5, 0.5);
  const Companion companion = companion_of(problem, 4.0);
  const Expected expected = dense_companion(problem, 4.0L);
  EXPECT_LT(norm(difference(companion.mean, expected.mean)), 1e-10);
}

TEST(Companion, OfDuplicateColumnsSharesTheWeight) {
  oracle::TinyProblem problem = oracle::random_regression(6, 40, 4, 5, 0.1);
  for (std::size_t i = 0; i < 40; ++i) problem.features(i, 3) = problem.features(i, 1);
  for (const double noise_precision :
       {1.0, 1e6, 1e12}) {  // the difference of the two weights is as certain as the prior
    const Companion companion = companion_of(problem, noise_precision);
    EXPECT_NEAR(companion.mean[1], companion.mean[3], 1e-13 * (1.0 + noise_precision)) << noise_precision;
    const oracle::WideVector error = difference(companion.mean, dense_companion(problem, noise_precision).mean);
    oracle::WideVector of_rows(40);
    for (std::size_t i = 0; i < 40; ++i)
      for (std::size_t j = 0; j < 4; ++j) of_rows[i] += problem.features(i, j) * error[j];
    EXPECT_LT(norm(of_rows), 1e-6) << noise_precision;
  }
}

// At this precision the prior is lost in rounding, and the factorisation needs more diagonal than there is.
TEST(Companion, OfASingularGramIsFinite) {
  oracle::TinyProblem problem = oracle::random_regression(7, 3, 20, 5, 0.1);
  const Companion companion = companion_of(problem, 1e25);
  EXPECT_TRUE(view(companion.mean).allFinite());
  EXPECT_TRUE(view(product_of_factor(companion)).allFinite());
  EXPECT_LT((view(problem.features) * view(companion.mean) - view(problem.targets)).norm(), 1e-6);
}

}  // namespace
}  // namespace direct::companion_test
