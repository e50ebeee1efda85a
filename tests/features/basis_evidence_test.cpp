// SPDX-License-Identifier: MIT
#include "features/basis_evidence.h"

#include <gtest/gtest.h>
#include <cmath>

#include "algebra/dense.h"
#include "algebra/parallel.h"
#include "algebra/random.h"
#include "oracle/elimination.h"

namespace direct::basis_evidence_test {
namespace {

double normal(std::size_t index) { return random_normal(51, RandomStream::generator, index); }

struct Problem {
  Matrix features;
  std::vector<double> targets;
};

Problem random_problem(std::size_t n, std::size_t b) {
  Problem result{.features = Matrix(n, b)};
  for (std::size_t i = 0; i < result.features.size(); ++i) result.features.data()[i] = normal(i);
  for (std::size_t i = 0; i < n; ++i) result.targets.push_back(0.7 * result.features(i, 0) + 0.4 * normal(1000000 + i));
  return result;
}

BasisEvidence evidence_of(const Problem& problem, bool is_noise_known = false) {
  BasisEvidence result(problem.targets, problem.features.cols(), is_noise_known);
  for (std::size_t k = 0; k < result.chunks().size(); ++k) {
    const RowChunk rows = result.chunks()[k];
    for (std::size_t j = 0; j < problem.features.cols(); ++j)
      for (std::size_t i = 0; i < rows.count; ++i) result.features(k)(i, j) = problem.features(rows.first + i, j);
  }
  return result;
}

// By the definition: targets have the covariance noise (I + Phi Phi' / lambda).
double dense_value(const Problem& problem, double lambda, bool is_noise_known) {
  const std::size_t n = problem.targets.size();
  const oracle::WideMatrix covariance(n, [&](std::size_t i, std::size_t k) {
    long double product = 0.0L;
    for (std::size_t j = 0; j < problem.features.cols(); ++j)
      product += static_cast<long double>(problem.features(i, j)) * problem.features(k, j);
    return product / lambda + (i == k ? 1.0L : 0.0L);
  });
  const std::vector<long double> targets(problem.targets.begin(), problem.targets.end());
  const auto [solution, log_determinant] = oracle::eliminate(covariance, targets);
  long double square = 0.0L;
  for (std::size_t i = 0; i < n; ++i) square += targets[i] * solution[i];
  const auto count = static_cast<long double>(n);
  const long double fit = is_noise_known ? 0.5L * square : 0.5L * count * std::log(square / count);
  return static_cast<double>(fit + 0.5L * log_determinant);
}

TEST(BasisEvidence, IsThatOfTheCovariance) {
  for (const auto& [n, b] : {std::pair<std::size_t, std::size_t>{30, 5}, {6, 12}, {1, 1}})
    for (const double lambda : {0.03, 4.0})
      for (const bool is_noise_known : {false, true}) {
        const Problem problem = random_problem(n, b);
        const std::optional<double> found = evidence_of(problem, is_noise_known).value(std::log(lambda));
        ASSERT_TRUE(found);
        EXPECT_NEAR(*found, dense_value(problem, lambda, is_noise_known), 1e-9 * (1.0 + std::abs(*found)));
      }
}

// The noise that is left at its best: any other has less evidence.
TEST(BasisEvidence, HasTheVariancesOfItsMaximum) {
  const Problem problem = random_problem(200, 4);
  BasisEvidence evidence = evidence_of(problem);
  evidence.value(std::log(0.5));
  EXPECT_NEAR(std::sqrt(evidence.noise_variance()), 0.4, 0.05);
  EXPECT_NEAR(evidence.noise_variance() / evidence.weight_variance(), 0.5, 1e-12);
}

struct Derivatives {
  std::vector<double> by_features;  // row after row of a column
  double by_log_lambda = 0.0;
};

Derivatives derivatives_of(const Problem& problem, double log_lambda, bool is_noise_known) {
  BasisEvidence evidence = evidence_of(problem, is_noise_known);
  evidence.value(log_lambda);
  evidence.invert();
  Derivatives result{std::vector<double>(problem.features.size()), evidence.derivative_by_log_lambda()};
  Matrix by_features;
  for (std::size_t k = 0; k < evidence.chunks().size(); ++k) {
    evidence.derivative(k, by_features);
    const RowChunk rows = evidence.chunks()[k];
    for (std::size_t j = 0; j < by_features.cols(); ++j)
      for (std::size_t i = 0; i < rows.count; ++i)
        result.by_features[j * problem.targets.size() + rows.first + i] = by_features(i, j);
  }
  return result;
}

// More rows than one chunk has.
TEST(BasisEvidence, HasTheDerivativesOfCentralDifferences) {
  for (const bool is_noise_known : {false, true}) {
    Problem problem = random_problem(600, 3);
    const double log_lambda = -0.3, step = 1e-4;
    const Derivatives found = derivatives_of(problem, log_lambda, is_noise_known);
    const auto value = [&](double at) { return *evidence_of(problem, is_noise_known).value(at); };
    EXPECT_NEAR(found.by_log_lambda, (value(log_lambda + step) - value(log_lambda - step)) / (2.0 * step), 1e-6);
    for (std::size_t i = 0; i < problem.features.size(); i += 97) {
      const double at = problem.features.data()[i];
      problem.features.data()[i] = at + step;
      const double above = value(log_lambda);
      problem.features.data()[i] = at - step;
      const double below = value(log_lambda);
      problem.features.data()[i] = at;
      EXPECT_NEAR(found.by_features[i], (above - below) / (2.0 * step), 1e-6) << i;
    }
  }
}

TEST(BasisEvidence, HasChunksOfAllRowsInOrder) {
  for (const std::size_t n : {1U, 255U, 256U, 1000U, 4097U, 100000U}) {
    const std::vector<RowChunk> chunks = row_chunks(n);
    EXPECT_LE(chunks.size(), 16U);
    std::size_t next = 0;
    for (const RowChunk& chunk : chunks) {
      EXPECT_EQ(chunk.first, next);
      EXPECT_GT(chunk.count, 0U);
      next += chunk.count;
    }
    EXPECT_EQ(next, n);
  }
}

TEST(BasisEvidence, IsFiniteForTargetsThatAreZeroOrFitted) {
  Problem problem = random_problem(20, 3);
  for (std::size_t i = 0; i < problem.targets.size(); ++i) problem.targets[i] = problem.features(i, 1);
  EXPECT_TRUE(std::isfinite(*evidence_of(problem).value(-40.0)));
}

}  // namespace
}  // namespace direct::basis_evidence_test
