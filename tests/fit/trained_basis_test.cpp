// SPDX-License-Identifier: MIT
#include "fit/trained_basis.h"

#include <direct/error.h>
#include <gtest/gtest.h>
#include <cmath>
#include <numbers>

#include "algebra/cholesky.h"
#include "algebra/dense.h"
#include "algebra/parallel.h"
#include "algebra/random.h"
#include "fit/metric_guard.h"

namespace direct::trained_basis_test {
namespace {

double uniform(std::size_t index) { return 4.0 * random_uniform(61, RandomStream::generator, index) - 2.0; }
double normal(std::size_t index) { return random_normal(62, RandomStream::generator, index); }

constexpr std::size_t num_inputs = 3;

// Two cosines that are oblique to the inputs, and a slope: what a trained basis holds and a random one does not.
double truth(const Matrix& inputs, std::size_t i) {
  const double x = inputs(i, 0), y = inputs(i, 1);
  return std::cos(3.0 * x + 2.0 * y + 0.4) + 0.8 * std::cos(2.5 * x - 4.0 * y - 1.0) + 0.5 * inputs(i, 2);
}

MetricRows cosine_rows(std::size_t count, double noise = 0.05) {
  MetricRows rows{.inputs = Matrix(count, num_inputs)};
  for (std::size_t i = 0; i < rows.inputs.size(); ++i) rows.inputs.data()[i] = uniform(i);
  for (std::size_t i = 0; i < count; ++i) rows.targets.push_back(truth(rows.inputs, i) + noise * normal(i));
  return rows;
}

MetricKernel kernel(double inverse_lengthscale = 1.5) {
  return {.directions = Matrix(num_inputs, 1, inverse_lengthscale), .signal_variance = 1.0, .noise_variance = 0.01};
}

const std::vector<InputScale> scales(num_inputs, {.scale = 2.5});

TrainedBasis trained_on(const MetricRows& rows, std::size_t num_cosines) {
  return trained_basis(rows, kernel(), {.num_cosines = num_cosines, .seed = 3, .scales = scales});
}

// The share of the targets' squares that a regression on the features leaves.
double unexplained(const FeatureMap& map, const MetricRows& rows) {
  SecondMoments moments = weighted_moments(map, rows);
  view(moments.gram).diagonal().array() += 1e-6;
  std::vector<double> weights = moments.feature_target;
  EXPECT_TRUE(factorise(moments.gram));
  solve_factorised(moments.gram, weights);
  return 1.0 - view(moments.feature_target).dot(view(weights)) / moments.target_square;
}

TEST(TrainedBasis, FindsTheCosinesThatMadeTheTargets) {
  const MetricRows rows = cosine_rows(1500);
  const TrainedBasis basis = trained_on(rows, 8);
  EXPECT_EQ(basis.map.frequencies.cols(), 8U);
  EXPECT_EQ(basis.map.num_features(), 1 + num_inputs + 8);
  EXPECT_LT(unexplained(basis.map, cosine_rows(500, 0.0)), 0.002);
  EXPECT_NEAR(std::sqrt(basis.variances.noise), 0.05, 0.02);
  EXPECT_EQ(basis.note.find("training the features gains +"), 0U) << basis.note;
}

// There is nothing to learn from noise, and the note says that nothing was.
TEST(TrainedBasis, IsTheChoiceAmongRandomOnesWhereTrainingGainsNothing) {
  MetricRows rows = cosine_rows(400);
  for (std::size_t i = 0; i < rows.size(); ++i) rows.targets[i] = normal(5000 + i);
  const TrainedBasis basis = trained_on(rows, 6);
  EXPECT_EQ(basis.note, "training the features gains nothing on 40 rows held out: they are chosen among random ones");
  EXPECT_GT(basis.variances.noise, 0.5);
}

TEST(TrainedBasis, OfFewRowsIsChosen) {
  const TrainedBasis basis = trained_on(cosine_rows(60), 5);
  EXPECT_EQ(basis.note, "too few rows to train features: 60 (expected 100 or more); they are chosen among random ones");
  EXPECT_EQ(basis.map.frequencies.cols(), 5U);
}

TEST(TrainedBasis, GrowsWhileHeldOutRowsGain) {
  const std::size_t of_two_cosines = trained_on(cosine_rows(1200), 0).map.frequencies.cols();
  EXPECT_EQ(of_two_cosines, 64U);
}

TEST(TrainedBasis, IsTheSameForAnyNumberOfThreads) {
  const MetricRows rows = cosine_rows(600);
  std::vector<FeatureMap> maps;
  for (const int threads : {1, 2, 4}) maps.push_back(with_threads(threads, [&] { return trained_on(rows, 4).map; }));
  EXPECT_EQ(maps[0], maps[1]);
  EXPECT_EQ(maps[0], maps[2]);
}

TEST(TrainedBasis, CanBeStopped) {
  const auto stop = [](const ProgressEvent& event) { return event.stage != "training"; };
  EXPECT_THROW(
      trained_basis(cosine_rows(500), kernel(), {.num_cosines = 4, .seed = 1, .scales = scales, .progress = stop}),
      Interrupted);
}

TEST(TrainedBasis, OfTargetsThatAreConstantIsFinite) {
  MetricRows rows = cosine_rows(300);
  rows.targets.assign(rows.size(), 0.0);
  const TrainedBasis basis = trained_on(rows, 4);
  for (const double frequency : basis.map.frequencies.values()) EXPECT_TRUE(std::isfinite(frequency));
  EXPECT_GT(basis.variances.noise, 0.0);
  EXPECT_TRUE(std::isfinite(basis.variances.weight));
}

}  // namespace
}  // namespace direct::trained_basis_test
