// SPDX-License-Identifier: MIT
#include "fit/metric.h"

#include <gtest/gtest.h>
#include <cmath>

#include "algebra/dense.h"
#include "algebra/parallel.h"
#include "algebra/random.h"
#include "fit/metric_guard.h"

namespace direct::metric_test {
namespace {

double normal(std::size_t index) { return random_normal(41, RandomStream::generator, index); }

// A target that varies along one direction of the inputs only.
MetricRows ridge_rows(std::size_t count, const std::vector<double>& direction, double noise) {
  const std::size_t d = direction.size();
  MetricRows rows{.inputs = Matrix(count, d)};
  for (std::size_t i = 0; i < count; ++i) {
    double along = 0.0;
    for (std::size_t j = 0; j < d; ++j) {
      rows.inputs(i, j) = normal(i * d + j);
      along += direction[j] * rows.inputs(i, j);
    }
    rows.targets.push_back(std::sqrt(2.0) * std::sin(2.0 * along) + noise * normal(1000000 + i));
  }
  return rows;
}

// The share of the squares of the directions that is along `direction`.
double share_along(const Matrix& directions, const std::vector<double>& direction) {
  const Eigen::VectorXd along = view(directions).transpose() * view(direction).normalized();
  return along.squaredNorm() / view(directions).squaredNorm();
}

TEST(Metric, FindsTheDirectionThatMatters) {
  const std::vector<double> direction{0.6, -0.6, 0.5, 0.0, 0.2};
  const MetricKernel kernel = learn_metric(ridge_rows(2000, direction, 0.1), {});
  ASSERT_EQ(kernel.directions.cols(), 5U);
  EXPECT_GT(share_along(kernel.directions, direction), 0.95);
  EXPECT_NEAR(std::sqrt(kernel.noise_variance), 0.1, 0.03);
}

MetricKernel axis_kernel(double first, double others) {
  MetricKernel result{.directions = Matrix(6, 1, others), .signal_variance = 1.0, .noise_variance = 0.09};
  result.directions(0, 0) = first;
  return result;
}

// What generated the rows is hard to beat, and what misses it all is not.
TEST(Metric, KeepsTheCandidateUnlessAnotherIsClearlyBetter) {
  const MetricRows rows = ridge_rows(400, {1.0, 0.0, 0.0, 0.0, 0.0, 0.0}, 0.3);
  const MetricKernel good = axis_kernel(2.0, 1e-3), wrong = axis_kernel(3.0, 3.0);
  const SplitRows split = split_rows(rows);
  EXPECT_TRUE(is_clearly_better(guard_fit(split, good, 0), guard_fit(split, wrong, 0)));
  EXPECT_FALSE(is_clearly_better(guard_fit(split, wrong, 0), guard_fit(split, good, 0)));
  EXPECT_EQ(learn_metric(rows, {.candidate = good}).directions, good.directions);
  EXPECT_NE(learn_metric(rows, {.candidate = wrong}).directions, wrong.directions);
}

TEST(Metric, HoldsOutATenthInEvenSteps) {
  MetricRows rows = ridge_rows(105, {1.0, 0.0}, 0.1);
  for (std::size_t i = 0; i < rows.size(); ++i) rows.root_weights.push_back(static_cast<double>(i));
  const SplitRows split = split_rows(rows);
  EXPECT_EQ(split.held_out.size(), 10U);
  EXPECT_EQ(split.training.size(), 95U);
  EXPECT_EQ(split.held_out.root_weights.front(), 5.0);
  EXPECT_EQ(split.held_out.root_weights.back(), 95.0);
}

// A row of weight 4 is one whose noise is half of the others'.
TEST(Metric, GuardCountsRowsByTheirWeights) {
  MetricRows rows = ridge_rows(600, {1.0, 0.3}, 0.2);
  const MetricKernel kernel{.directions = Matrix(2, 1, 1.0), .signal_variance = 1.0, .noise_variance = 0.04};
  const GuardFit plain = guard_fit(split_rows(rows), kernel, 0);
  rows.root_weights.assign(rows.size(), 2.0);
  const GuardFit heavy = guard_fit(split_rows(rows), kernel, 0);
  EXPECT_NEAR(heavy.noise_variance, 4.0 * plain.noise_variance, 0.02 * heavy.noise_variance);
  EXPECT_NEAR(heavy.signal_variance, plain.signal_variance, 0.1 * plain.signal_variance);
}

TEST(Metric, HasTheSameBitsForAnyNumberOfThreads) {
  const MetricRows rows = ridge_rows(500, {0.5, 0.5, 0.1}, 0.2);
  const MetricKernel one = with_threads(1, [&] { return learn_metric(rows, {.seed = 3}); });
  const MetricKernel two = with_threads(2, [&] { return learn_metric(rows, {.seed = 3}); });
  EXPECT_EQ(one.directions, two.directions);
  EXPECT_EQ(one.noise_variance, two.noise_variance);
}

// With many inputs each keeps a direction of its own; inputs that are constant or copies do no harm.
TEST(Metric, TakesManyInputsAndUselessOnes) {
  MetricRows rows = ridge_rows(300, std::vector<double>(70, 0.1), 0.2);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows.inputs(i, 3) = 0.0;
    rows.inputs(i, 5) = rows.inputs(i, 4);
  }
  const MetricKernel kernel = learn_metric(rows, {});
  EXPECT_EQ(kernel.directions.cols(), 1U);
  for (const double value : kernel.directions.values()) EXPECT_TRUE(std::isfinite(value) && value > 0.0);
}

}  // namespace
}  // namespace direct::metric_test
