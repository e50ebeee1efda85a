// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include <direct/error.h>
#include <direct/features.h>
#include <gtest/gtest.h>

#include "algebra/parallel.h"
#include "algebra/random.h"
#include "features/weak_prior.h"
#include "oracle/property.h"

namespace direct::kernel_optimiser_test {
namespace {

double normal(std::size_t index) { return random_normal(5, RandomStream::generator, index); }

Matrix random_inputs(std::size_t rows, std::size_t cols) {
  Matrix result(rows, cols);
  for (std::size_t i = 0; i < result.size(); ++i) result.data()[i] = normal(i);
  return result;
}

void standardise(std::vector<double>& values) {
  const double count = static_cast<double>(values.size());
  double mean = 0.0, square = 0.0;
  for (const double value : values) mean += value / count;
  for (double& value : values) value -= mean;
  for (const double value : values) square += value * value / count;
  if (square > 0.0)
    for (double& value : values) value /= std::sqrt(square);
}

// A smooth function of the first input, with noise; the other inputs do not matter.
std::vector<double> wave(const Matrix& inputs, double noise_deviation) {
  std::vector<double> targets(inputs.rows());
  for (std::size_t i = 0; i < inputs.rows(); ++i)
    targets[i] = std::sin(2.0 * inputs(i, 0)) + noise_deviation * normal(5000000 + i);
  standardise(targets);
  return targets;
}

void expect_sane(const KernelHyperparameters& h, std::size_t num_inputs) {
  ASSERT_EQ(h.lengthscales.size(), num_inputs);
  for (const double lengthscale : h.lengthscales) {
    EXPECT_GE(lengthscale, 0.99e-3);
    EXPECT_LE(lengthscale, 1.01e4);
  }
  EXPECT_GE(h.signal_variance, 0.99e-6);
  EXPECT_LE(h.signal_variance, 1.01e6);
  EXPECT_GE(h.noise_variance, 1e-5);
  EXPECT_LE(h.noise_variance, 1.01e3);
}

TEST(KernelOptimiser, FindsNoiseLengthscaleAndTheInputThatMatters) {
  const Matrix inputs = random_inputs(200, 3);
  const std::vector<double> targets = wave(inputs, 0.3);
  const KernelHyperparameters h = optimise_kernel(inputs, targets);
  expect_sane(h, 3);
  EXPECT_LT(h.lengthscales[0], 2.0);
  EXPECT_GT(h.lengthscales[1], 3.0 * h.lengthscales[0]);
  EXPECT_GT(h.lengthscales[2], 3.0 * h.lengthscales[0]);
  const double noise_share = 0.09 / (0.09 + 0.5);  // the wave's own variance is about a half
  EXPECT_NEAR(h.noise_variance, noise_share, 0.08);
}

TEST(KernelOptimiser, ConvergesWithinItsEvaluations) {
  const Matrix inputs = random_inputs(150, 4);
  const std::vector<double> targets = wave(inputs, 0.1);
  int evaluations = 0;
  const auto count = [&](const ProgressEvent& event) {
    EXPECT_EQ(event.stage, "hyperparameters");
    EXPECT_EQ(event.done, ++evaluations);
    return true;
  };
  const KernelHyperparameters optimum = optimise_kernel(inputs, targets, {.progress = count});
  EXPECT_LE(evaluations, 100);
  const auto objective = [&](const KernelHyperparameters& h) {
    return log_marginal_likelihood(inputs, targets, h) + log_kernel_prior(h, 4);
  };
  const double value = objective(optimum);
  for (const double factor : {0.5, 0.8, 1.25, 2.0}) {
    KernelHyperparameters signal = optimum, noise = optimum;
    signal.signal_variance *= factor;
    noise.noise_variance *= factor;
    EXPECT_LT(objective(signal), value + 0.1) << factor;
    EXPECT_LT(objective(noise), value + 0.1) << factor;
    for (std::size_t j = 0; j < 4; ++j) {
      KernelHyperparameters neighbour = optimum;
      neighbour.lengthscales[j] *= factor;
      EXPECT_LT(objective(neighbour), value + 0.1) << factor << ' ' << j;
    }
  }
}

TEST(KernelOptimiser, KeepsToItsEvaluations) {
  const Matrix inputs = random_inputs(50, 2);
  const std::vector<double> targets = wave(inputs, 0.1);
  for (const int limit : {2, 3, 5, 10}) {
    int evaluations = 0;
    const auto count = [&](const ProgressEvent&) { return ++evaluations > 0; };
    expect_sane(optimise_kernel(inputs, targets, {.max_evaluations = limit, .progress = count}), 2);
    EXPECT_LE(evaluations, limit);
  }
}

TEST(KernelOptimiser, StopsWhenTheListenerWantsIt) {
  const Matrix inputs = random_inputs(50, 2);
  const std::vector<double> targets = wave(inputs, 0.1);
  for (const double when : {1.0, 4.0, 7.0}) {
    const auto stop = [&](const ProgressEvent& event) { return event.done < when; };
    EXPECT_THROW(optimise_kernel(inputs, targets, {.progress = stop}), Interrupted);
  }
}

TEST(KernelOptimiser, GivesConstantTargetsTheNoiseFloor) {
  const KernelHyperparameters h = optimise_kernel(random_inputs(60, 3), std::vector<double>(60, 0.0));
  expect_sane(h, 3);
  EXPECT_LT(h.noise_variance, 2e-5);
}

TEST(KernelOptimiser, GivesADeterministicFunctionLittleNoise) {
  const Matrix inputs = random_inputs(150, 1);
  const KernelHyperparameters h = optimise_kernel(inputs, wave(inputs, 0.0));
  expect_sane(h, 1);
  EXPECT_LT(h.noise_variance, 1e-4);
}

TEST(KernelOptimiser, GivesPureNoiseMostlyNoise) {
  const Matrix inputs = random_inputs(200, 3);
  std::vector<double> targets(200);
  for (std::size_t i = 0; i < targets.size(); ++i) targets[i] = normal(9000000 + i);
  standardise(targets);
  const KernelHyperparameters h = optimise_kernel(inputs, targets);
  expect_sane(h, 3);
  EXPECT_GT(h.noise_variance, 0.7);
}

PROPERTY(KernelOptimiser, SurvivesConstantAndRepeatedColumnsAndRows, (Any & any)) {
  const auto rows = any.in_range<std::size_t>(1, 40);
  const auto cols = any.in_range<std::size_t>(1, 6);
  const auto num_values = any.in_range(1, 4);  // few values: many equal rows and columns, with different targets
  Matrix inputs(rows, cols);
  for (double& input : inputs.values()) input = any.in_range(0, num_values);
  std::vector<double> targets(rows);
  for (double& target : targets) target = any.in_range(-3, 4);
  standardise(targets);
  const KernelHyperparameters h = optimise_kernel(inputs, targets, {.max_evaluations = 40});
  expect_sane(h, cols);
  ASSERT_TRUE(std::isfinite(log_marginal_likelihood(inputs, targets, h)));
}

TEST(KernelOptimiser, HandlesManyMoreInputsThanRows) {
  const Matrix inputs = random_inputs(20, 400);
  const KernelHyperparameters h = optimise_kernel(inputs, wave(inputs, 0.1), {.max_evaluations = 30});
  expect_sane(h, 400);
}

TEST(KernelOptimiser, SameBitsForAnyNumberOfThreads) {
  const Matrix inputs = random_inputs(220, 3);
  const std::vector<double> targets = wave(inputs, 0.2);
  const auto optimised = [&] {
    const KernelHyperparameters h = optimise_kernel(inputs, targets, {.max_evaluations = 25});
    std::vector<double> values = h.lengthscales;
    values.insert(values.end(), {h.signal_variance, h.noise_variance});
    return values;
  };
  const std::vector<double> expected = with_threads(1, optimised);
  for (const int threads : {2, 3}) EXPECT_EQ(with_threads(threads, optimised), expected) << threads;
}

TEST(KernelOptimiser, RefusesWhatDoesNotFit) {
  EXPECT_THROW(optimise_kernel(Matrix(3, 1), std::vector<double>(2)), Error);
  EXPECT_THROW(optimise_kernel(Matrix(0, 1), {}), Error);
}

}  // namespace
}  // namespace direct::kernel_optimiser_test
