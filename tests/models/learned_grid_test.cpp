// SPDX-License-Identifier: MIT
#include <direct/model.h>

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "models/cell_density.h"
#include "oracle/cells.h"
#include "oracle/differences.h"
#include "oracle/property.h"

namespace direct::learned_grid_test {
namespace {

constexpr PriorKind kinds[] = {PriorKind::gaussian, PriorKind::uniform, PriorKind::laplace, PriorKind::spike_slab};

WeightPrior any_prior(PriorKind kind, std::size_t num_levels, std::size_t num_features) {
  WeightPrior prior = make_prior(PriorKind::gaussian, linear_grid(-1.0, 1.0, num_levels), 0.8, num_features);
  prior.kind = kind;
  prior.spike = 0.7;
  return prior;
}

TEST(CellDensity, IsTheMeanOfTheLogDensity) {
  for (const PriorKind kind : {PriorKind::gaussian, PriorKind::uniform, PriorKind::laplace})
    for (const double level : {0.0, 0.02, -0.3, 1.0, -2.5})
      for (const double step : {0.01, 0.1, 0.7, 3.0}) {
        const CellMean mean = mean_log_density({.kind = kind, .variance = 1.3}, level, step);
        const long double expected = oracle::mean_log_density(kind, 1.3, 0.0, level, step);
        EXPECT_NEAR(mean.value, static_cast<double>(expected), 1e-10) << level << " " << step;
      }
}

TEST(CellDensity, OfSpikeAndSlabIsNeverAboveTheMeanAndMeetsItInNarrowCells) {
  for (const double level : {0.0, 0.01, -0.3, 1.0, -2.5})
    for (const double step : {0.0001, 0.01, 0.1, 0.7, 3.0}) {
      const WeightDensity density{.kind = PriorKind::spike_slab, .variance = 1.3, .spike = 0.9};
      const double mean = mean_log_density(density, level, step).value;
      const auto exact = static_cast<double>(oracle::mean_log_density(density.kind, 1.3, 0.9, level, step));
      EXPECT_LE(mean, exact + 1e-10) << level << " " << step;
      EXPECT_GE(mean, step < 0.001 ? exact - 1e-5 : -HUGE_VAL) << level;
    }
}

PROPERTY(CellDensity, HasTheDerivativesOfDifferences, (std::uint64_t seed)) {
  const PriorKind kind = kinds[seed % 4];
  const double level = 0.01 * static_cast<double>(seed / 4 % 601) - 3.0017;
  const double step = std::exp(0.01 * static_cast<double>(seed / 2404 % 500) - 4.0);
  if (!(std::abs(std::abs(level) - 0.5 * step) > 1e-4)) return;  // where the mean of |w| is not twice differentiable
  const WeightDensity density{.kind = kind, .variance = 1.3, .spike = 0.4};
  const CellMean mean = mean_log_density(density, level, step);
  const auto value = [&](std::span<const double> x) { return mean_log_density(density, x[0], x[1]).value; };
  const std::vector<double> expected = oracle::central_differences(value, {level, step}, 1e-6);
  ASSERT_TRUE(std::abs(mean.by_level - expected[0]) < 1e-5 * std::max(1.0, std::abs(expected[0])));
  ASSERT_TRUE(std::abs(mean.by_step - expected[1]) < 1e-5 * std::max(1.0, std::abs(expected[1])));
}

// A centre is as near as 16 bits allow, the levels are a step apart, and the middle code is the centre.
PROPERTY(LearnedGrid, HasItsCentresAndSteps, (std::uint64_t seed)) {
  const double centre = std::ldexp(static_cast<double>(seed % 2001) - 1000.0, static_cast<int>(seed / 2001 % 60) - 30);
  const double step = std::ldexp(1.37, static_cast<int>(seed / 120060 % 60) - 30);
  const std::size_t num_levels = 2 + seed % 255;
  const LearnedGrid grid = learned_grid(std::vector{centre}, std::vector{step});
  const WeightPrior prior = on_grid(any_prior(PriorKind::gaussian, num_levels, 1), grid);
  ASSERT_TRUE(grid.steps[0] == std::max(step, std::abs(centre) / 32767.0));
  const double unit = std::ldexp(grid.steps[0], -grid.shifts[0]);
  ASSERT_TRUE(std::abs(prior.levels(num_levels / 2, 0) - centre) <= 0.500001 * unit);
  ASSERT_TRUE(unit <= std::max(grid.steps[0] / 4096.0, std::abs(centre) / 16000.0));
  for (std::size_t k = 1; k < num_levels; ++k)
    ASSERT_TRUE(std::abs(prior.levels(k, 0) - prior.levels(k - 1, 0) - grid.steps[0]) <=
                1e-12 * (grid.steps[0] + std::abs(prior.levels(k, 0))));
}

TEST(LearnedGrid, ThatIsSharedHasOneStepAndOneShiftThatReachEveryCentre) {
  const std::vector<double> centres{0.0, 3.0, -700000.0, 1e-9}, steps{2.0};
  const LearnedGrid grid = learned_grid(centres, steps, true);
  EXPECT_EQ(grid.steps, std::vector<double>(4, 700000.0 / 32767.0));
  EXPECT_EQ(grid.shifts, std::vector<std::uint8_t>(4, 0));
  EXPECT_EQ(grid.centres[2], -32767);
  const LearnedGrid near = learned_grid(std::vector{0.0, 3.0}, steps, true);
  EXPECT_EQ(near.steps, std::vector<double>(2, 2.0));
  EXPECT_EQ(near.shifts, std::vector<std::uint8_t>(2, 12));
  EXPECT_EQ(near.centres[1], 6144);
}

TEST(LearnedGrid, GivesEveryPriorTheMeansOfItsCells) {
  const LearnedGrid grid = learned_grid(std::vector{0.4, -1.5}, std::vector{0.3, 0.05});
  for (const PriorKind kind : {PriorKind::gaussian, PriorKind::uniform, PriorKind::laplace}) {
    const WeightPrior prior = on_grid(any_prior(kind, 5, 2), grid);
    for (std::size_t j = 0; j < 2; ++j)
      for (std::size_t k = 0; k < 5; ++k) {
        const long double expected =
            std::log(grid.steps[j]) +
            oracle::mean_log_density(kind, prior.variances[j], prior.spike, prior.levels(k, j), grid.steps[j]);
        EXPECT_NEAR(prior.log_prior(k, j), static_cast<double>(expected), 1e-10);
      }
  }
}

TEST(LearnedGrid, WidensAUniformPriorUntilItHoldsEveryCell) {
  const LearnedGrid grid = learned_grid(std::vector{0.0, 10.0}, std::vector{1.0, 2.0});
  const WeightPrior prior = on_grid(any_prior(PriorKind::uniform, 3, 2), grid);
  EXPECT_NEAR(prior.variances[0], 13.0 * 13.0 / 3.0, 1e-6);
  EXPECT_EQ(prior.variances[0], prior.variances[1]);
}

TEST(LearnedGrid, OfAMixturePriorHasTheMeansOfEveryComponent) {
  const WeightPrior mixture =
      make_mixture_prior({.weights = {0.3, 0.7}, .factors = {1.0, 0.1}}, linear_grid(-1.0, 1.0, 4), 0.8, 1);
  const LearnedGrid grid = learned_grid(std::vector{0.4}, std::vector{0.3});
  const WeightPrior prior = on_grid(mixture, grid);
  for (std::size_t c = 0; c < 2; ++c)
    for (std::size_t k = 0; k < 4; ++k) {
      const WeightDensity density{.variance = mixture.components[c].variances[0]};
      EXPECT_NEAR(prior.components[c].log_prior(k, 0),
                  std::log(0.3) + mean_log_density(density, prior.levels(k, 0), 0.3).value, 1e-12);
    }
}

}  // namespace
}  // namespace direct::learned_grid_test
