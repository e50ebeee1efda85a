// SPDX-License-Identifier: MIT
#include "features/block_evidence.h"

#include <gtest/gtest.h>
#include <cmath>
#include <numeric>

#include <direct/features.h>

#include "algebra/dense.h"
#include "algebra/parallel.h"
#include "algebra/random.h"
#include "oracle/differences.h"
#include "oracle/elimination.h"

namespace direct::block_evidence_test {
namespace {

double normal(std::size_t index) { return random_normal(31, RandomStream::generator, index); }

MetricRows random_rows(std::size_t count, std::size_t num_inputs) {
  MetricRows rows{.inputs = Matrix(count, num_inputs)};
  for (std::size_t i = 0; i < rows.inputs.size(); ++i) rows.inputs.data()[i] = 3.0 + normal(i);
  for (std::size_t i = 0; i < count; ++i) rows.targets.push_back(std::sin(normal(i)) + 0.3 * normal(100000 + i));
  return rows;
}

Matrix random_directions(std::size_t num_inputs, bool is_full) {
  Matrix result(num_inputs, is_full ? num_inputs : 1);
  for (std::size_t i = 0; i < result.size(); ++i) result.data()[i] = 0.5 * normal(200000 + i);
  return result;
}

std::vector<std::size_t> range(std::size_t first, std::size_t count) {
  std::vector<std::size_t> result(count);
  std::iota(result.begin(), result.end(), first);
  return result;
}

// By the definition: a covariance in long double, and elimination.
double dense_evidence(const MetricRows& rows, const std::vector<std::size_t>& block, const MetricKernel& kernel) {
  const Matrix mapped = mapped_rows(rows.inputs, kernel.directions);
  std::vector<long double> targets;
  for (const std::size_t row : block) targets.push_back(rows.targets[row]);
  const oracle::WideMatrix covariance(block.size(), [&](std::size_t i, std::size_t k) {
    long double square = 0.0L;
    for (std::size_t j = 0; j < mapped.cols(); ++j)
      square += std::pow(static_cast<long double>(mapped(block[i], j)) - mapped(block[k], j), 2);
    const double root = rows.root_weights.empty() ? 1.0 : rows.root_weights[block[i]];
    return kernel.signal_variance * std::exp(-0.5L * square) + (i == k ? kernel.noise_variance / (root * root) : 0.0);
  });
  const auto [solution, log_determinant] = oracle::eliminate(covariance, targets);
  long double square = 0.0L;
  for (std::size_t i = 0; i < block.size(); ++i) square += targets[i] * solution[i];
  const auto n = static_cast<double>(block.size());
  return static_cast<double>(-0.5L * (square + log_determinant + n * std::log(2.0L * std::numbers::pi_v<long double>)));
}

TEST(BlockEvidence, IsTheSumOfTheBlocks) {
  MetricRows rows = random_rows(60, 3);
  const std::vector<std::vector<std::size_t>> blocks{range(0, 30), range(20, 25), range(59, 1)};
  for (const bool is_full : {false, true})
    for (const bool is_weighted : {false, true}) {
      rows.root_weights.clear();
      for (std::size_t i = 0; is_weighted && i < rows.size(); ++i)
        rows.root_weights.push_back(0.5 + 0.1 * static_cast<double>(i % 7));
      const MetricKernel kernel{random_directions(3, is_full), 1.3, 0.2};
      double expected = 0.0;
      for (const auto& block : blocks) expected += dense_evidence(rows, block, kernel);
      EXPECT_NEAR(BlockEvidence(rows, blocks).value(kernel), expected, 1e-10 * std::abs(expected));
    }
}

TEST(BlockEvidence, OfOneBlockIsThatOfAGaussianProcess) {
  const MetricRows rows = random_rows(40, 2);
  const MetricKernel kernel{.directions = Matrix(2, 1, 0.5), .signal_variance = 1.1, .noise_variance = 0.1};
  const KernelHyperparameters same{{2.0, 2.0}, 1.1, 0.1};
  EXPECT_NEAR(BlockEvidence(rows, {range(0, 40)}).value(kernel),
              log_marginal_likelihood(rows.inputs, rows.targets, same), 1e-9);
}

MetricKernel kernel_at(std::span<const double> x, std::size_t num_inputs, bool is_full) {
  MetricKernel kernel{.directions = Matrix(num_inputs, is_full ? num_inputs : 1)};
  const std::size_t p = kernel.directions.size();
  std::copy_n(x.begin(), p, kernel.directions.data());
  kernel.signal_variance = std::exp(x[p]);
  kernel.noise_variance = std::exp(x[p + 1]);
  return kernel;
}

TEST(BlockEvidence, HasTheGradientOfCentralDifferences) {
  MetricRows rows = random_rows(50, 3);
  for (std::size_t i = 0; i < rows.size(); ++i) rows.root_weights.push_back(i % 3 == 0 ? 1.5 : 0.8);
  for (const bool is_full : {false, true}) {
    BlockEvidence evidence(rows, {range(0, 30), range(30, 20)});
    const Matrix directions = random_directions(3, is_full);
    std::vector<double> x(directions.values().begin(), directions.values().end());
    x.push_back(0.2);
    x.push_back(-1.5);
    const std::vector<double> expected = oracle::central_differences(
        [&](std::span<const double> at) { return evidence.value(kernel_at(at, 3, is_full)); }, x);
    MetricGradient gradient;
    evidence.value(kernel_at(x, 3, is_full), &gradient);
    std::vector<double> found(gradient.directions.values().begin(), gradient.directions.values().end());
    found.push_back(gradient.log_signal);
    found.push_back(gradient.log_noise);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-6 * (1.0 + std::abs(expected[i])));
  }
}

TEST(BlockEvidence, SaysWhereACovarianceIsSingular) {
  MetricRows rows = random_rows(10, 2);
  for (std::size_t j = 0; j < 2; ++j) rows.inputs(1, j) = rows.inputs(0, j);
  const MetricKernel kernel{.directions = Matrix(2, 1, 0.5), .signal_variance = 1.0, .noise_variance = 0.0};
  EXPECT_EQ(BlockEvidence(rows, {range(0, 10)}).value(kernel), -std::numeric_limits<double>::infinity());
}

TEST(BlockEvidence, HasTheSameBitsForAnyNumberOfThreads) {
  const MetricRows rows = random_rows(300, 4);
  const MetricKernel kernel{random_directions(4, true), 1.0, 0.1};
  std::vector<Matrix> found;
  for (const int threads : {1, 2}) {
    MetricGradient gradient;
    with_threads(threads, [&] {
      BlockEvidence evidence(rows, {range(0, 100), range(100, 100), range(200, 100)});
      return evidence.value(kernel, &gradient);
    });
    found.push_back(gradient.directions);
  }
  EXPECT_EQ(found[0], found[1]);
}

}  // namespace
}  // namespace direct::block_evidence_test
