// SPDX-License-Identifier: MIT
#include "optimize/adam.h"

#include <gtest/gtest.h>
#include <cmath>
#include <random>

namespace direct::adam_test {
namespace {

TEST(Adam, FirstStepHasTheLengthAskedForWhateverTheUnits) {
  for (const double unit : {1e-3, 1.0, 1e6}) {
    Adam adam(2);
    std::vector<double> x{0.0, 0.0};
    adam.descend(std::vector<double>{3.0 * unit, -0.1 * unit}, 0.25, x);
    EXPECT_NEAR(x[0], -0.25, 1e-4);
    EXPECT_NEAR(x[1], 0.25, 1e-4);
  }
}

TEST(Adam, EqualsItsRecurrenceWrittenOut) {
  const double beta = 0.9, gamma = 0.999, step = 0.1;
  Adam adam(1);
  std::vector<double> x{1.0};
  double m = 0.0, v = 0.0, expected = 1.0;
  for (int t = 1; t <= 20; ++t) {
    const double g = std::sin(static_cast<double>(t));
    m = beta * m + (1.0 - beta) * g;
    v = gamma * v + (1.0 - gamma) * g * g;
    expected -= step * (m / (1.0 - std::pow(beta, t))) / (std::sqrt(v / (1.0 - std::pow(gamma, t))) + 1e-8);
    adam.descend(std::vector<double>{g}, step, x);
    EXPECT_NEAR(x[0], expected, 1e-12);
  }
}

TEST(Adam, FindsTheMinimumOfANoisyQuadraticAsStepsShrink) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> noise;
  Adam adam(2);
  std::vector<double> x{5.0, -3.0};
  for (int t = 0; t < 4000; ++t) {
    const std::vector<double> gradient{x[0] - 1.0 + noise(random), 100.0 * (x[1] - 2.0) + noise(random)};
    adam.descend(gradient, 0.1 / (1.0 + 0.01 * t), x);
  }
  EXPECT_NEAR(x[0], 1.0, 0.1);
  EXPECT_NEAR(x[1], 2.0, 0.01);
}

TEST(Adam, GradientsBelowTheSmallestSizeHardlyMoveAnything) {
  Adam adam(1, {.smallest_size = 1.0});
  std::vector<double> x{0.0};
  adam.descend(std::vector<double>{1e-6}, 0.1, x);
  EXPECT_LT(std::abs(x[0]), 1e-6);
}

}  // namespace
}  // namespace direct::adam_test
