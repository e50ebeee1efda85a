// SPDX-License-Identifier: MIT
#include "baselines/reparam.h"

#include <gtest/gtest.h>
#include <cmath>
#include <numbers>
#include <random>

#include "oracle/differences.h"
#include "oracle/property.h"

namespace study::reparam_test {
namespace {

struct Example {
  direct::FeatureMap features;
  EncodedRows rows;
  direct::SecondMoments statistics;
  direct::Variances variances{.noise = 0.3, .weight = 0.7};

  ReparamProblem problem() const { return {features, rows, variances}; }
};

std::vector<double> random_vector(std::mt19937_64& generator, std::size_t size) {
  std::normal_distribution<double> normal;
  std::vector<double> values(size);
  for (double& value : values) value = normal(generator);
  return values;
}

// The inputs are the features.
Example example(std::uint64_t seed, std::size_t num_rows, std::size_t num_features) {
  std::mt19937_64 generator(seed);
  Example result{.features = direct::given_features(num_features)};
  result.rows.inputs = direct::Matrix(num_rows, num_features);
  std::ranges::copy(random_vector(generator, num_rows * num_features), result.rows.inputs.data());
  result.rows.targets = random_vector(generator, num_rows);
  direct::MomentAccumulator accumulator(num_features);
  accumulator.add(result.rows.inputs, result.rows.targets);
  result.statistics = std::move(accumulator).finish();
  return result;
}

GaussianMeanField random_posterior(std::mt19937_64& generator, std::size_t num_features) {
  GaussianMeanField posterior{random_vector(generator, num_features), random_vector(generator, num_features)};
  for (double& deviation : posterior.deviations) deviation = std::exp(deviation);
  return posterior;
}

// The model without its posterior: log p(y | w) of all rows, without the constant, in plain loops.
double log_likelihood(const Example& e, const std::vector<double>& weights) {
  double result = -0.5 * static_cast<double>(e.rows.targets.size()) * std::log(e.variances.noise);
  for (std::size_t i = 0; i < e.rows.targets.size(); ++i) {
    double error = e.rows.targets[i];
    for (std::size_t j = 0; j < weights.size(); ++j) error -= e.rows.inputs(i, j) * weights[j];
    result -= 0.5 * error * error / e.variances.noise;
  }
  return result;
}

PROPERTY(Reparam, GradientIsThatOfItsLoss, (std::uint64_t seed)) {
  constexpr std::size_t num_features = 4, num_samples = 3;
  const Example e = example(seed, 12, num_features);
  std::mt19937_64 generator(seed);
  const GaussianMeanField posterior = random_posterior(generator, num_features);
  direct::Matrix normals(num_features, num_samples);
  std::ranges::copy(random_vector(generator, normals.size()), normals.data());
  const std::vector<std::size_t> batch = {3, 7, 7, 1};
  const double scale = std::sqrt(e.variances.weight);
  // Means and log deviations in units of the prior's deviation.
  const auto loss = [&](std::span<const double> x) {
    GaussianMeanField q = posterior;
    for (std::size_t j = 0; j < num_features; ++j) {
      q.means[j] = scale * x[j];
      q.deviations[j] = scale * std::exp(x[num_features + j]);
    }
    return reparam_gradient(e.problem(), q, batch, normals).loss;
  };
  std::vector<double> x;
  for (const double mean : posterior.means) x.push_back(mean / scale);
  for (const double deviation : posterior.deviations) x.push_back(std::log(deviation / scale));
  const std::vector<double> expected = direct::oracle::central_differences(loss, x);
  const ReparamGradient found = reparam_gradient(e.problem(), posterior, batch, normals);
  for (std::size_t j = 0; j < num_features; ++j) {
    ASSERT_TRUE(std::abs(found.means[j] - expected[j]) <= 1e-6 * (1.0 + std::abs(expected[j])));
    ASSERT_TRUE(std::abs(found.log_deviations[j] - expected[num_features + j]) <=
                1e-6 * (1.0 + std::abs(expected[num_features + j])));
  }
}

// The mean of the estimates over samples and batches is the exact ELBO.
TEST(Reparam, LossIsAnUnbiasedEstimateOfTheElbo) {
  constexpr std::size_t num_features = 3;
  const Example e = example(5, 20, num_features);
  std::mt19937_64 generator(5);
  const GaussianMeanField posterior = random_posterior(generator, num_features);
  direct::Matrix normals(num_features, 10);
  std::uniform_int_distribution<std::size_t> row(0, 19);
  constexpr int repetitions = 20000;
  double sum = 0.0, squares = 0.0;
  for (int i = 0; i < repetitions; ++i) {
    std::ranges::copy(random_vector(generator, normals.size()), normals.data());
    const std::vector<std::size_t> batch = {row(generator), row(generator), row(generator)};
    const double loss = reparam_gradient(e.problem(), posterior, batch, normals).loss;
    sum += loss;
    squares += loss * loss;
  }
  const double mean = sum / repetitions, deviation = std::sqrt(squares / repetitions - mean * mean);
  EXPECT_NEAR(-mean, gaussian_elbo(e.statistics, e.variances, posterior), 5.0 * deviation / std::sqrt(repetitions));
}

// With one weight the posterior is a Gaussian, at which the ELBO is the log evidence; elsewhere it is lower.
TEST(Reparam, ElboIsTheLogEvidenceAtThePosteriorOfOneWeight) {
  const Example e = example(1, 8, 1);
  const double precision = e.statistics.gram(0, 0) / e.variances.noise + 1.0 / e.variances.weight;
  const double mean = e.statistics.feature_target[0] / e.variances.noise / precision;
  double evidence = 0.0;  // by a Riemann sum
  const double step = 1e-3, constant = std::sqrt(2.0 * std::numbers::pi * e.variances.weight);
  const double offset = log_likelihood(e, {mean});
  for (double w = mean - 20.0; w < mean + 20.0; w += step)
    evidence += step * std::exp(log_likelihood(e, {w}) - offset - 0.5 * w * w / e.variances.weight) / constant;
  const GaussianMeanField exact{{mean}, {std::sqrt(1.0 / precision)}};
  EXPECT_NEAR(gaussian_elbo(e.statistics, e.variances, exact), offset + std::log(evidence), 1e-9);
  const GaussianMeanField wider{{mean}, {std::sqrt(1.5 / precision)}};
  EXPECT_LT(gaussian_elbo(e.statistics, e.variances, wider), offset + std::log(evidence));
}

// Mean field has its optimum where means solve the normal equations and precisions are the diagonal.
TEST(Reparam, ClimbsToTheBestMeanField) {
  const Example e = example(2, 400, 5);
  const ReparamOptions options{.iterations = 4000, .step_size = 0.03};
  const GaussianMeanField found = reparam(e.problem(), options);
  const double elbo = gaussian_elbo(e.statistics, e.variances, found);
  GaussianMeanField best = found;
  for (std::size_t j = 0; j < 5; ++j)
    best.deviations[j] = 1.0 / std::sqrt(e.statistics.gram(j, j) / e.variances.noise + 1.0 / e.variances.weight);
  for (int sweep = 0; sweep < 200; ++sweep)  // Gauss-Seidel
    for (std::size_t j = 0; j < 5; ++j) {
      double rest = e.statistics.feature_target[j];
      for (std::size_t i = 0; i < 5; ++i)
        if (i != j) rest -= e.statistics.gram(j, i) * best.means[i];
      best.means[j] = rest / e.variances.noise * best.deviations[j] * best.deviations[j];
    }
  const double highest = gaussian_elbo(e.statistics, e.variances, best);
  EXPECT_LE(elbo, highest + 1e-9);
  EXPECT_GT(elbo, highest - 1.0);
}

TEST(Reparam, SameSeedSameNumbersAndTheRuleTakesTheBestStep) {
  const Example e = example(3, 50, 4);
  const ReparamOptions options{.iterations = 200, .seed = 7};
  EXPECT_EQ(reparam(e.problem(), options).means, reparam(e.problem(), options).means);
  const TunedReparam tuned = tuned_reparam(e.problem(), e.statistics, options);
  ReparamOptions again = options;
  again.step_size = tuned.step_size;
  EXPECT_EQ(reparam(e.problem(), again).means, tuned.posterior.means);
  EXPECT_EQ(gaussian_elbo(e.statistics, e.variances, tuned.posterior), tuned.elbo);
  int better = 0;  // of the steps that were not finalists some may be, but hardly many
  for (const double other : {3.0, 1.0, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001}) {
    again.step_size = other;
    better += gaussian_elbo(e.statistics, e.variances, reparam(e.problem(), again)) > tuned.elbo ? 1 : 0;
  }
  EXPECT_LE(better, 2);
}

TEST(Reparam, SampledMeansAreNearTheMeans) {
  const GaussianMeanField posterior{{1.0, -2.0}, {0.1, 0.5}};
  const std::vector<double> means = sampled_means(posterior, 1000, 1);
  EXPECT_NEAR(means[0], 1.0, 5.0 * 0.1 / std::sqrt(1000.0));
  EXPECT_NEAR(means[1], -2.0, 5.0 * 0.5 / std::sqrt(1000.0));
  EXPECT_NE(means[0], 1.0);
}

}  // namespace
}  // namespace study::reparam_test
