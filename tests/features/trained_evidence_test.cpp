// SPDX-License-Identifier: MIT
#include "features/trained_evidence.h"

#include <gtest/gtest.h>
#include <cmath>

#include "algebra/dense.h"
#include "algebra/parallel.h"
#include "algebra/random.h"
#include "oracle/differences.h"

namespace direct::trained_evidence_test {
namespace {

double normal(std::size_t index) { return random_normal(52, RandomStream::generator, index); }

MetricRows random_rows(std::size_t count, std::size_t num_inputs) {
  MetricRows rows{.inputs = Matrix(count, num_inputs)};
  for (std::size_t i = 0; i < rows.inputs.size(); ++i) rows.inputs.data()[i] = 1.0 + normal(i);
  for (std::size_t i = 0; i < count; ++i)
    rows.targets.push_back(std::sin(2.0 * rows.inputs(i, 0)) + 0.2 * normal(1000000 + i));
  return rows;
}

FeatureMap random_map(std::size_t num_inputs, std::size_t num_cosines) {
  Matrix frequencies(num_inputs, num_cosines);
  for (std::size_t i = 0; i < frequencies.size(); ++i) frequencies.data()[i] = 0.3 * normal(2000000 + i);
  std::vector<double> phases;
  for (std::size_t k = 0; k < num_cosines; ++k) phases.push_back(0.1 * static_cast<double>(k));
  return trained_features(std::move(frequencies), std::move(phases),
                          std::vector<InputScale>(num_inputs, {.centre = 1.0, .scale = 5.0}));
}

const std::vector<double>& lengthscales() {
  static const std::vector<double> result{0.8, 2.5};
  return result;
}

TEST(TrainedEvidence, StartsAtItsMapAndRatio) {
  const MetricRows rows = random_rows(50, 2);
  const FeatureMap start = random_map(2, 3);
  const TrainedEvidence evidence(rows, start, 0.5, lengthscales());
  const FeatureMap found = evidence.map(evidence.start());
  for (std::size_t i = 0; i < start.frequencies.size(); ++i)
    EXPECT_NEAR(found.frequencies.data()[i], start.frequencies.data()[i], 1e-14);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(found.phases[k], start.phases[k], 1e-14);
  EXPECT_EQ(found.centres, start.centres);
  EXPECT_EQ(found.scales, start.scales);
  EXPECT_NEAR(std::exp(evidence.start().back()) * 50.0, 0.5, 1e-12);
}

// What is minimised is the evidence of the features that the map gives elsewhere, and the prior of its frequencies.
TEST(TrainedEvidence, IsThatOfItsFeaturesAndThePriorOfItsFrequencies) {
  MetricRows rows = random_rows(700, 2);
  for (const bool is_weighted : {false, true}) {
    rows.root_weights.clear();
    for (std::size_t i = 0; is_weighted && i < rows.size(); ++i)
      rows.root_weights.push_back(0.5 + 0.1 * static_cast<double>(i % 7));
    TrainedEvidence evidence(rows, random_map(2, 4), 0.2, lengthscales());
    const std::vector<double> x = evidence.start();
    std::vector<double> gradient(x.size());
    const double found = evidence(x, gradient);

    Matrix features;
    evaluate(evidence.map(x), rows.inputs, features);
    std::vector<double> targets = rows.targets;
    if (is_weighted) {
      view(features).array().colwise() *= view(rows.root_weights).array();
      view(targets).array() *= view(rows.root_weights).array();
    }
    BasisEvidence direct(targets, features.cols(), false);
    for (std::size_t k = 0; k < direct.chunks().size(); ++k) {
      const auto [first, count] = direct.chunks()[k];
      view(direct.features(k)) =
          view(features).middleRows(static_cast<Eigen::Index>(first), static_cast<Eigen::Index>(count));
    }
    double expected = *direct.value(std::log(0.2));
    for (std::size_t i = 0; i < 8; ++i) expected += 0.5 * x[i] * x[i];
    EXPECT_NEAR(found, expected / 700.0, 1e-9);
  }
}

TEST(TrainedEvidence, HasTheGradientOfCentralDifferences) {
  MetricRows rows = random_rows(600, 2);
  for (const bool is_noise_known : {false, true}) {
    rows.is_noise_known = is_noise_known;
    rows.root_weights.clear();
    for (std::size_t i = 0; is_noise_known && i < rows.size(); ++i) rows.root_weights.push_back(i % 3 == 0 ? 2.0 : 0.7);
    TrainedEvidence evidence(rows, random_map(2, 3), 0.3, lengthscales());
    const std::vector<double> x = evidence.start();
    std::vector<double> found(x.size()), unused(x.size());
    evidence(x, found);
    const std::vector<double> expected =
        oracle::central_differences([&](std::span<const double> at) { return evidence(at, unused); }, x);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-7) << i;
  }
}

TEST(TrainedEvidence, IsInfiniteBeyondTheRatiosItKnows) {
  const MetricRows rows = random_rows(30, 2);
  TrainedEvidence evidence(rows, random_map(2, 2), 0.3, lengthscales());
  std::vector<double> x = evidence.start(), gradient(x.size());
  x.back() = 6.0;
  EXPECT_EQ(evidence(x, gradient), std::numeric_limits<double>::infinity());
}

TEST(TrainedEvidence, HasTheSameBitsForAnyNumberOfThreads) {
  const MetricRows rows = random_rows(2000, 2);
  std::vector<std::vector<double>> found;
  for (const int threads : {1, 2}) {
    std::vector<double> gradient(3 * 5 + 1);
    with_threads(threads, [&] {
      TrainedEvidence evidence(rows, random_map(2, 5), 0.3, lengthscales());
      return evidence(evidence.start(), gradient);
    });
    found.push_back(gradient);
  }
  EXPECT_EQ(found[0], found[1]);
}

}  // namespace
}  // namespace direct::trained_evidence_test
