// SPDX-License-Identifier: MIT
#include "features/weak_prior.h"

#include <gtest/gtest.h>
#include <cmath>

#include "oracle/differences.h"
#include "oracle/property.h"

namespace direct::weak_prior_test {
namespace {

KernelHyperparameters at(std::span<const double> logs) {
  KernelHyperparameters result;
  for (const double value : logs.first(logs.size() - 2)) result.lengthscales.push_back(std::exp(value));
  result.signal_variance = std::exp(logs[logs.size() - 2]);
  result.noise_variance = std::exp(logs.back());
  return result;
}

PROPERTY(WeakPrior, HasTheGradientOfItsDensity, (Any & any)) {
  std::vector<double> logs;
  for (std::size_t i = 0; i < 5; ++i) logs.push_back(0.1 * any.in_range(-60, 60));
  const auto value = [](std::span<const double> x) { return log_kernel_prior(at(x), 2); };
  std::vector<double> gradient(logs.size(), 7.0);  // is added to
  log_kernel_prior(at(logs), 2, gradient);
  const std::vector<double> expected = oracle::central_differences(value, logs);
  for (std::size_t i = 0; i < logs.size(); ++i) ASSERT_NEAR(gradient[i] - 7.0, expected[i], 1e-6);
}

TEST(WeakPrior, WantsLongerLengthscalesForMoreInputs) {
  EXPECT_NEAR(lengthscale_prior(16).centre - lengthscale_prior(1).centre, std::log(4.0), 1e-12);
  EXPECT_EQ(lengthscale_prior(0).centre, lengthscale_prior(1).centre);
}

}  // namespace
}  // namespace direct::weak_prior_test
