// SPDX-License-Identifier: MIT
#include "fit/noise_belief.h"

#include <gtest/gtest.h>
#include <cmath>
#include <random>

namespace direct::noise_belief_test {
namespace {

// The law of a prediction reads nothing else off the table: 1 / E[tau] and 2 E[tau]^2 / Var[tau].
TEST(NoiseTable, HasTheVarianceAndTheDegreesOfTheBelief) {
  for (const double degrees : {2.0, 3.5, 9.0, 60.0, 1e4}) {
    const NoiseTable table = noise_table({.variance = 0.3, .degrees = degrees});
    double mass = 0.0, mean = 0.0, square = 0.0;
    for (std::size_t l = 0; l < table.log_posterior.size(); ++l) {
      const double probability = std::exp(table.log_posterior[l]), precision = 1.0 / table.prior.variances[l];
      mass += probability;
      mean += probability * precision;
      square += probability * precision * precision;
    }
    EXPECT_NEAR(mass, 1.0, 1e-12);
    EXPECT_NEAR(1.0 / mean, 0.3, 1e-12);
    EXPECT_NEAR(2.0 * mean * mean / (square - mean * mean) / degrees, 1.0, 0.02) << degrees;
  }
}

TEST(NoiseBelief, HasTheLogMomentsOfItsDraws) {
  std::mt19937_64 random(3);
  std::chi_squared_distribution<double> chi_square(5.0);
  constexpr int count = 200000;
  double sum = 0.0, squares = 0.0;
  for (int i = 0; i < count; ++i) {
    const double log_variance = std::log(5.0 * 0.7 / chi_square(random));
    sum += log_variance / count;
    squares += log_variance * log_variance / count;
  }
  const NoiseBelief belief = belief_of_log_moments(sum, squares - sum * sum);
  EXPECT_NEAR(belief.degrees, 5.0, 0.1);
  EXPECT_NEAR(belief.variance, 0.7, 0.01);
}

TEST(NoiseBelief, HasAtLeastTwoDegrees) { EXPECT_NEAR(belief_of_log_moments(0.0, 9.0).degrees, 2.0, 1e-6); }

}  // namespace
}  // namespace direct::noise_belief_test
