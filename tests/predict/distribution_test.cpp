// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/predict.h>

#include <cmath>
#include <mutex>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "data/test_files.h"
#include "oracle/predictive.h"
#include "oracle/random_problem.h"
#include "oracle/tiny_model.h"

namespace direct {
namespace {

std::vector<PredictiveDistribution> distributions(const Predictor& predictor, const Matrix& inputs) {
  std::vector<std::optional<PredictiveDistribution>> found(inputs.rows());
  predictor.for_each(inputs,
                     [&](std::size_t row, const PredictiveDistribution& distribution) { found[row] = distribution; });
  std::vector<PredictiveDistribution> result;
  for (const auto& distribution : found) result.push_back(distribution.value());
  return result;
}

std::vector<double> row_of(const Matrix& matrix, std::size_t row) {
  std::vector<double> values;
  for (std::size_t j = 0; j < matrix.cols(); ++j) values.push_back(matrix(row, j));
  return values;
}

void expect_near(double found, long double expected, double tolerance, const char* what) {
  RC_LOG() << what << ": " << found << " against " << static_cast<double>(expected) << "\n";
  RC_ASSERT(std::abs(found - static_cast<double>(expected)) <= tolerance);
}

void expect_equal(const PredictiveDistribution& found, const oracle::PredictiveMixture& expected) {
  const long double mean = expected.moment(1, 0.0L), variance = expected.moment(2, mean);
  const double deviation = static_cast<double>(std::sqrt(variance));
  const PredictiveMoments& moments = found.moments();
  expect_near(moments.mean, mean, 1e-12, "mean");
  expect_near(moments.std_total, deviation, 1e-12 * deviation, "std_total");
  expect_near(moments.std_model, std::sqrt(expected.model_variance()), 1e-12, "std_model");
  expect_near(moments.std_noise, std::sqrt(expected.noise_variance()), 1e-12, "std_noise");
  expect_near(moments.skewness, expected.moment(3, mean) / (variance * deviation), 1e-10, "skewness");
  expect_near(moments.excess_kurtosis, expected.moment(4, mean) / (variance * variance) - 3.0L, 1e-10, "kurtosis");
  RC_ASSERT(found.resolution() == 0.0);
  for (const double x : {-9.0, -6.0, -3.0, -1.2, -0.3, 0.0, 0.7, 2.0, 4.5, 7.0, 12.0, 30.0}) {
    const double y = moments.mean + x * deviation;
    expect_near(found.cdf(y), expected.cdf(y), 1e-12, "cdf");
    bool exact = false;
    const double log_density = found.log_density(y, &exact);
    const long double expected_log_density = expected.log_density(y);
    RC_ASSERT(exact);
    expect_near(found.density(y), std::exp(expected_log_density), 1e-11 / deviation, "density");
    expect_near(log_density, expected_log_density, 1e-8 * std::max(1.0, std::abs(log_density)), "log density");
    if (expected.num_gaussians() <= 500)
      expect_near(found.crps(y), expected.crps(y), 1e-11 * deviation * std::max(1.0, std::abs(x)), "crps");
  }
  for (const double probability : {1e-6, 0.025, 0.3, 0.5, 0.77, 0.99}) {
    const double quantile = found.quantile(probability);
    expect_near(static_cast<double>(expected.cdf(quantile)), probability, 1e-12, "cdf of quantile");
  }
}

// Tables over every weight vector are small up to here; the Gaussians of the smallest are summed in closed form.
RC_GTEST_PROP(PredictiveDistribution, EqualsEnumeration, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const Posterior q = oracle::random_posterior(problem, seed + 1);
  const TrainedModel model = oracle::tiny_model(problem, q);
  const Predictor predictor(model);
  const auto found = distributions(predictor, problem.features);
  const std::size_t row = seed % found.size();
  expect_equal(found[row], oracle::PredictiveMixture(problem, q, row_of(problem.features, row)));
}

}  // namespace
}  // namespace direct
