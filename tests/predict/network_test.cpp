// SPDX-License-Identifier: MIT
#include <direct/draws.h>
#include <direct/error.h>
#include <direct/predict.h>

#include <gtest/gtest.h>
#include <cmath>

#include "oracle/network.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"
#include "oracle/tiny_model.h"

namespace direct::network_test {
namespace {

double relative_error(double value, double expected) {
  return std::abs(value - expected) / std::max(1.0, std::abs(expected));
}

TrainedModel model_of(const oracle::TinyNetwork& tiny, const Posterior& q) {
  TrainedModel model = oracle::tiny_model(tiny.problem, q);
  model.preparation.features.degree = degree(tiny.network);
  model.options = network_options(tiny.network.hidden);
  model.options.features = FeatureKind::given;
  model.statistics = Statistics{
      .rounded = oracle::monomial_statistics(tiny.problem.features, tiny.problem.targets, degree(tiny.network))};
  return model;
}

std::vector<double> row_of(const Matrix& matrix, std::size_t row) {
  std::vector<double> values;
  for (std::size_t j = 0; j < matrix.cols(); ++j) values.push_back(matrix(row, j));
  return values;
}

PROPERTY(NetworkPredictor, MomentsEqualEnumeration, (std::uint64_t seed)) {
  const bool is_deep = seed % 16 == 0;
  const Network network{.num_inputs = 2,
                        .hidden = is_deep ? std::vector<std::size_t>{2, 2} : std::vector<std::size_t>{2}};
  const auto tiny = oracle::random_network(network, 1, is_deep || seed % 8 != 1 ? 2 : 3, seed);
  const Posterior q = oracle::random_mixture(tiny.problem, 1 + seed % 2, seed + 1);
  const TrainedModel model = model_of(tiny, q);
  const Predictor predictor(model);
  const std::vector<Prediction> predictions = predictor(tiny.problem.features);
  const Distribution found = predictor.distribution(tiny.problem.features);
  const oracle::OutputMoments exact = oracle::output_moments(tiny, q, row_of(tiny.problem.features, 0));
  const auto mean = static_cast<double>(exact.mean), variance = static_cast<double>(exact.variance);
  ASSERT_TRUE(relative_error(predictions[0].mean, mean) < 1e-9);
  ASSERT_TRUE(std::abs(predictions[0].std_model * predictions[0].std_model - variance) <
              1e-9 * std::max(1.0, mean * mean + variance));
  const double total = std::sqrt(variance + noise_variance(q, tiny.problem.noise));
  ASSERT_TRUE(relative_error(found.prediction().std_total, total) < 1e-8);
  const double skewness = static_cast<double>(exact.third_central) / (total * total * total);
  if (!is_deep) {
    ASSERT_TRUE(relative_error(found.skewness(), skewness) < 1e-8);
  }
}

// Fourth moments have no oracle of their own: those of a sample.
TEST(NetworkPredictorLong, MomentsAreThoseOfAMillionSamples) {
  const auto tiny = oracle::random_network({.num_inputs = 3, .hidden = {3}}, 2, 5, 11);
  const Posterior q = oracle::random_mixture(tiny.problem, 2, 12);
  const TrainedModel model = model_of(tiny, q);
  constexpr std::size_t count = 1000000;
  const Draws draws = sample(q, tiny.problem.prior, tiny.problem.noise, count, 3);
  const Matrix values = draw_predictions(model, draws, tiny.problem.features);
  Predictor(model).for_each(tiny.problem.features, [&](std::size_t row, const Distribution& distribution) {
    const Prediction& m = distribution.prediction();
    double mean = 0.0, square = 0.0, cube = 0.0, fourth = 0.0, eighth = 0.0;
    for (std::size_t s = 0; s < count; ++s) mean += values(row, s) / count;
    for (std::size_t s = 0; s < count; ++s) {
      const double d = values(row, s) - m.mean, d2 = d * d;
      square += d2 / count;
      cube += d2 * d / count;
      fourth += d2 * d2 / count;
      eighth += d2 * d2 * d2 * d2 / count;
    }
    constexpr double errors = 5.0;
    const double root = std::sqrt(static_cast<double>(count));
    EXPECT_NEAR(mean, m.mean, errors * m.std_model / root);
    EXPECT_NEAR(square, m.std_model * m.std_model, errors * std::sqrt(fourth) / root);
    const double total = m.std_total * m.std_total;
    const double noise_spread = [&] {
      double first = 0.0, second = 0.0;
      for (std::size_t l = 0; l < tiny.problem.noise.variances.size(); ++l) {
        const double p = std::exp(q.noise_log_probabilities[l]), v = tiny.problem.noise.variances[l];
        first += p * v;
        second += p * v * v;
      }
      return 3.0 * (second - first * first);
    }();
    const double fourth_cumulant = distribution.excess_kurtosis() * total * total - noise_spread;
    EXPECT_NEAR(fourth - 3.0 * square * square, fourth_cumulant, 2.0 * errors * std::sqrt(eighth) / root);
    EXPECT_NEAR(cube, distribution.skewness() * total * m.std_total,
                errors * std::sqrt(std::sqrt(fourth * eighth)) / root);
  });
}

TEST(NetworkPredictor, DrawsAreTheNetworkAtTheirWeights) {
  for (const std::vector<std::size_t>& hidden : {std::vector<std::size_t>{3}, std::vector<std::size_t>{2, 2}}) {
    const auto tiny = oracle::random_network({.num_inputs = 2, .hidden = hidden}, 4, 3, 7);
    const Posterior q = oracle::random_posterior(tiny.problem, 8);
    const TrainedModel model = model_of(tiny, q);
    const Draws draws = sample(q, tiny.problem.prior, tiny.problem.noise, 20, 1);
    const Matrix predictions = draw_predictions(model, draws, tiny.problem.features);
    for (std::size_t s = 0; s < draws.count(); ++s)
      for (std::size_t i = 0; i < predictions.rows(); ++i) {
        const auto expected = static_cast<double>(oracle::network_output(
            tiny.network, weights_of(draws, s, tiny.problem.prior), row_of(tiny.problem.features, i)));
        EXPECT_NEAR(predictions(i, s), expected, 1e-10 * std::max(1.0, std::abs(expected)));
      }
  }
}

TEST(NetworkPredictor, DistributionHasTheMomentsItTells) {
  const auto tiny = oracle::random_network({.num_inputs = 2, .hidden = {2}}, 3, 3, 5);
  const Posterior q = oracle::random_mixture(tiny.problem, 2, 6);
  const TrainedModel model = model_of(tiny, q);
  Predictor(model).for_each(tiny.problem.features, [&](std::size_t, const Distribution& distribution) {
    const Prediction& m = distribution.prediction();
    double mean = 0.0, square = 0.0;
    constexpr int count = 20000;
    const double width = 40.0 * m.std_total / count;
    for (int i = 0; i < count; ++i) {
      const double y = m.mean - 20.0 * m.std_total + (i + 0.5) * width;
      mean += width * distribution.density(y) * y;
      square += width * distribution.density(y) * (y - m.mean) * (y - m.mean);
    }
    EXPECT_NEAR(mean, m.mean, 1e-6 * std::max(1.0, std::abs(m.mean)));
    EXPECT_NEAR(std::sqrt(square), m.std_total, 1e-6 * m.std_total);
    EXPECT_NEAR(distribution.cdf(distribution.quantile(0.3)), 0.3, 1e-9);
    const double far = m.mean + 60.0 * m.std_total;
    EXPECT_TRUE(std::isfinite(distribution.log_density(far)));
    EXPECT_LT(distribution.log_density(far), distribution.log_density(m.mean));
  });
}

}  // namespace
}  // namespace direct::network_test
