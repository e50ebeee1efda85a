// SPDX-License-Identifier: MIT
// Simulated rows of every likelihood. The dispersion and the level of the predictor are compared with the truth.
#include <direct/fit.h>
#include <direct/table.h>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <cmath>
#include <random>

#include "algebra/dense.h"

namespace direct::dispersion_test {
namespace {

// z = level + slope x for x uniform on [0, 1]. y has mean unit z (Gaussian), unit exp(z) (gamma), exposure exp(z)
// (poisson) or sigmoid(z) (bernoulli).
struct Truth {
  Likelihood likelihood = Likelihood("gamma");
  double slope = 3.0, level = 0.0;
  double dispersion = 1.0;  // variance of Gaussian noise in squared units, or one over the shape of gamma
  double unit = 1.0;
  bool has_exposure = false;
  std::size_t num_features = 100, num_rows = 400;
};

std::string name_of(const Truth& t) {
  return fmt::format("likelihood {}, slope {}, level {}, dispersion {}, unit {}, exposure {}, {} features, {} rows",
                     t.likelihood->name, t.slope, t.level, t.dispersion, t.unit, t.has_exposure, t.num_features,
                     t.num_rows);
}

struct Simulation {
  std::vector<double> x, z, exposures, y;
};

double simulated_target(const Truth& t, double z, double exposure, std::mt19937_64& random) {
  if (t.likelihood->name == "gamma")
    return t.unit * std::exp(z) * std::gamma_distribution<double>(1.0 / t.dispersion, t.dispersion)(random);
  if (t.likelihood->name == "poisson")
    return static_cast<double>(std::poisson_distribution<std::int64_t>(exposure * std::exp(z))(random));
  if (t.likelihood->name == "bernoulli")
    return std::bernoulli_distribution(1.0 / (1.0 + std::exp(-z)))(random) ? 1.0 : 0.0;
  return t.unit * std::normal_distribution<double>(z, std::sqrt(t.dispersion))(random);
}

Simulation simulated(const Truth& t) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform;
  Simulation result;
  for (std::size_t i = 0; i < t.num_rows; ++i) {
    const double x = uniform(random), z = t.level + t.slope * x;
    const double exposure = t.has_exposure ? t.unit * (0.5 + uniform(random)) : 1.0;
    const double y = simulated_target(t, z, exposure, random);
    result.x.push_back(x);
    result.z.push_back(z);
    result.exposures.push_back(exposure);
    result.y.push_back(y);
  }
  return result;
}

Training fitted(const Truth& t, const Simulation& rows) {
  Table table{.target = rows.y, .columns = {{"x", rows.x}}};
  if (t.has_exposure) table.exposures = rows.exposures;
  return fit(table, {.num_features = t.num_features, .likelihood = t.likelihood});
}

// The posterior mean of z at every row, in the units of the truth.
std::vector<double> fitted_predictors(const Truth& t, const TrainedModel& model, const std::vector<double>& x) {
  const Scaling& scaling = model.preparation.scaling;
  Matrix inputs(x.size(), 1), features;
  for (std::size_t i = 0; i < x.size(); ++i) inputs(i, 0) = x[i];
  standardise_inputs(scaling, inputs);
  evaluate(model.preparation.features, inputs, features);
  std::vector<double> z(x.size());
  view(z).noalias() = view(features) * view(weight_moments(model.posterior, model.prior).means);
  const bool is_gaussian = t.likelihood == Likelihood("gaussian");
  for (double& value : z) {
    value = is_gaussian ? (scaling.target_mean + scaling.target_scale * value) / t.unit : scaling.target_mean + value;
    if (t.likelihood == Likelihood("gamma")) value -= std::log(t.unit);
  }
  return z;
}

double mean_of_target(const Truth& t, double z, double exposure) {
  if (t.likelihood == Likelihood("poisson")) return exposure * std::exp(z);
  return t.likelihood == Likelihood("bernoulli") ? 1.0 / (1.0 + std::exp(-z)) : z;
}

double variance_of_target(const Truth& t, double mean) {
  if (t.likelihood == Likelihood("poisson")) return mean;
  return t.likelihood == Likelihood("bernoulli") ? mean * (1.0 - mean) : t.dispersion;
}

// Where the predictor has a free constant, the estimate makes the residuals sum to zero: those of counts and classes,
// those of a Gaussian target, and y / mean - 1 of gamma, which is the error of z. So the error of the fitted sum has
// the variance of the sum of the targets. Returns the error in units of that deviation.
double level_error(const Truth& t, const TrainedModel& model, const Simulation& rows) {
  const std::vector<double> z = fitted_predictors(t, model, rows.x);
  double error = 0.0, variance = 0.0;
  for (std::size_t i = 0; i < z.size(); ++i) {
    const double truth = mean_of_target(t, rows.z[i], rows.exposures[i]);
    error += mean_of_target(t, z[i], rows.exposures[i]) - truth;
    variance += variance_of_target(t, truth);
  }
  return error / std::sqrt(variance);
}

double fitted_dispersion(const Truth& t, const TrainedModel& model) {
  const double scale = t.likelihood == Likelihood("gaussian") ? model.preparation.scaling.target_scale / t.unit : 1.0;
  double result = 0.0;
  for (std::size_t l = 0; l < model.noise.variances.size(); ++l)
    result += std::exp(model.posterior.noise_log_probabilities[l]) * model.noise.variances[l];
  return result * scale * scale;
}

// Rounding a draw to its grid adds this share to the noise, and the report says so.
double mean_distortion(const FitReport& report) {
  double sum = 0.0;
  for (const DrawReport& draw : report.draws) sum += draw.distortion;
  return sum / static_cast<double>(report.draws.size());
}

// Four deviations. The mean of n squares (y / mean - 1)^2 has the relative variance (excess kurtosis + 2) / n, and the
// excess kurtosis of gamma is 6 dispersions.
void expect_truth(const Truth& t) {
  SCOPED_TRACE(name_of(t));
  const Simulation rows = simulated(t);
  const Training training = fitted(t, rows);
  EXPECT_NEAR(level_error(t, training.model, rows), 0.0, 4.0);
  if (t.likelihood == Likelihood("bernoulli") || t.likelihood == Likelihood("poisson")) return;
  const double kurtosis = t.likelihood == Likelihood("gamma") ? 6.0 * t.dispersion : 0.0;
  const double tolerance = 4.0 * std::sqrt((2.0 + kurtosis) / static_cast<double>(t.num_rows));
  const double ratio = fitted_dispersion(t, training.model) / t.dispersion;
  EXPECT_GT(ratio, 1.0 - tolerance);
  EXPECT_LT(ratio, (1.0 + tolerance) * (1.0 + mean_distortion(training.report)));
}

TEST(Dispersion, GammaFindsShapeAndLevel) {
  expect_truth({.slope = 3.0, .dispersion = 0.125});
  expect_truth({.slope = 6.0, .dispersion = 0.125, .unit = 1e6, .num_features = 50});
  expect_truth({.slope = 1.0, .dispersion = 0.02, .unit = 1e-6});
  expect_truth({.slope = 6.0, .dispersion = 2.0});
}

TEST(Dispersion, GaussianNoiseFindsVarianceAndLevel) {
  for (const double unit : {1e-6, 1e6})
    expect_truth({.likelihood = Likelihood("gaussian"), .level = 10.0, .dispersion = 0.04, .unit = unit});
}

TEST(Dispersion, CountsFindTheirLevel) {
  expect_truth({.likelihood = Likelihood("poisson"), .level = -2.0});
  for (const double unit : {1e-6, 1e6})
    expect_truth(
        {.likelihood = Likelihood("poisson"), .level = 1.0 - std::log(unit), .unit = unit, .has_exposure = true});
}

TEST(Dispersion, ClassesFindTheirLevel) {
  expect_truth({.likelihood = Likelihood("bernoulli"), .slope = 1.0, .level = -3.0});
  expect_truth({.likelihood = Likelihood("bernoulli"), .slope = 6.0, .level = -1.0});
}

TEST(DispersionLong, Gamma) {
  for (const double slope : {1.0, 3.0, 6.0})
    for (const double shape : {0.5, 2.0, 8.0, 50.0})
      for (const double unit : {1e-6, 1.0, 1e6})
        for (const std::size_t num_features : {50, 200, 500})
          expect_truth({.slope = slope,
                        .dispersion = 1.0 / shape,
                        .unit = unit,
                        .num_features = num_features,
                        .num_rows = 1000});
}

TEST(DispersionLong, GaussianNoise) {
  for (const double slope : {1.0, 6.0})
    for (const double dispersion : {0.01, 1.0})
      for (const double unit : {1e-6, 1.0, 1e6})
        for (const std::size_t num_features : {50, 200, 500})
          expect_truth({.likelihood = Likelihood("gaussian"),
                        .slope = slope,
                        .level = 5.0,
                        .dispersion = dispersion,
                        .unit = unit,
                        .num_features = num_features,
                        .num_rows = 1000});
}

TEST(DispersionLong, Counts) {
  for (const double slope : {1.0, 3.0, 6.0})
    for (const double level : {-2.0, 0.0, 3.0})
      for (const double unit : {0.0, 1e-6, 1.0, 1e6})
        for (const std::size_t num_features : {50, 200, 500})
          expect_truth({.likelihood = Likelihood("poisson"),
                        .slope = slope,
                        .level = unit > 0.0 ? level - std::log(unit) : level,
                        .unit = unit,
                        .has_exposure = unit > 0.0,
                        .num_features = num_features,
                        .num_rows = 1000});
}

TEST(DispersionLong, Classes) {
  for (const double slope : {1.0, 3.0, 6.0})
    for (const double level : {-5.0, -3.0, -1.0, 1.0})
      for (const std::size_t num_features : {50, 200, 500})
        expect_truth({.likelihood = Likelihood("bernoulli"),
                      .slope = slope,
                      .level = level,
                      .num_features = num_features,
                      .num_rows = 1000});
}

}  // namespace
}  // namespace direct::dispersion_test
