// SPDX-License-Identifier: MIT
#include "models/level_masses.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include "data/test_files.h"
#include "oracle/property.h"

namespace direct::level_masses_test {
namespace {

using Levels = std::vector<double>;
constexpr PriorKind densities[] = {PriorKind::gaussian, PriorKind::laplace, PriorKind::spike_slab};
constexpr PriorKind all_kinds[] = {PriorKind::gaussian, PriorKind::uniform, PriorKind::laplace, PriorKind::spike_slab};

std::vector<double> masses(PriorKind kind, const Levels& levels, double variance, double spike = 0.9) {
  const WeightPrior prior = make_prior(kind, levels, variance, 1, spike);
  return exponentials(prior.log_prior.column(0));
}

// Steps that differ, mirrored at zero.
Levels symmetric_levels(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Levels levels{0.0};
  const std::size_t pairs = 1 + random() % 60;
  for (std::size_t k = 0; k < pairs; ++k) levels.push_back(levels.back() + 0.01 + static_cast<double>(random() % 100));
  for (std::size_t k = 1; k <= pairs; ++k) levels.insert(levels.begin(), -levels[2 * k - 1]);
  return levels;
}

TEST(LevelMasses, AreDensitiesTimesTheWidthsOfTheCells) {
  const Levels levels{-4.0, -1.0, 0.0, 0.5, 3.0};
  const Levels widths{3.0, 2.0, 0.75, 1.5, 2.5};
  const double variance = 2.0;
  const auto densities_at = [&](PriorKind kind, double level) {
    return kind == PriorKind::laplace ? std::exp(-std::abs(level)) : std::exp(-level * level / 4.0);
  };
  for (const PriorKind kind : {PriorKind::gaussian, PriorKind::laplace}) {
    double sum = 0.0;
    for (std::size_t k = 0; k < 5; ++k) sum += widths[k] * densities_at(kind, levels[k]);
    for (std::size_t k = 0; k < 5; ++k)
      EXPECT_NEAR(masses(kind, levels, variance)[k], widths[k] * densities_at(kind, levels[k]) / sum, 1e-15);
  }
}

TEST(LevelMasses, OfASpikeAndSlabAreAMixtureWithTheVarianceOfTheWhole) {
  const Levels levels{-4.0, -1.0, 0.0, 0.5, 3.0};
  const std::vector<double> slab = masses(PriorKind::gaussian, levels, 8.0);
  const std::vector<double> found = masses(PriorKind::spike_slab, levels, 2.0, 0.75);
  for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR(found[k], 0.25 * slab[k] + (levels[k] == 0.0 ? 0.75 : 0.0), 1e-15);
}

TEST(LevelMasses, OfAUniformPriorAreThoseOfTheListWhateverItsSteps) {
  for (const double mass : masses(PriorKind::uniform, {-7.0, 0.0, 0.1, 3.0}, 1.0)) EXPECT_NEAR(mass, 0.25, 1e-16);
}

PROPERTY(LevelMasses, SumToOneAndAreSymmetricToTheBit, (std::uint64_t seed)) {
  const Levels levels = symmetric_levels(seed);
  const double variance = std::ldexp(1.0, static_cast<int>(seed % 41) - 20);
  const double spike = 0.001 + 0.998 * static_cast<double>(seed % 1000) / 1000.0;
  for (const PriorKind kind : all_kinds) {
    const WeightPrior prior = make_prior(kind, levels, variance, 1, spike);
    const auto log_masses = prior.log_prior.column(0);
    ASSERT_TRUE(std::abs(log_sum_exp(log_masses)) < 1e-12);
    ASSERT_TRUE(std::ranges::all_of(log_masses, [](double value) { return std::isfinite(value); }));
    for (std::size_t k = 0; k < levels.size(); ++k) ASSERT_TRUE(log_masses[k] == log_masses[levels.size() - 1 - k]);
  }
}

// Steps that grow outwards, from fine to coarse: the widths of the cells make up for it.
Levels growing_levels(double end, std::size_t count) {
  Levels levels;
  for (const double t : linear_grid(-std::asinh(end), std::asinh(end), count)) levels.push_back(std::sinh(t));
  return levels;
}

PROPERTY(LevelMasses, OnFineWideGridsHaveTheVarianceOfTheContinuousPrior, (std::uint64_t seed)) {
  const double variance = 0.25 + static_cast<double>(seed % 16) / 4.0, end = 25.0 * std::sqrt(variance);
  const double spike = 0.1 + 0.1 * static_cast<double>(seed % 6);
  for (const PriorKind kind : densities)
    for (const Levels& levels : {linear_grid(-end, end, 2001), growing_levels(end, 2001)}) {
      const WeightPrior prior = make_prior(kind, levels, variance, 1, spike);
      const MeanVariance found = moments(levels, exponentials(prior.log_prior.column(0)));
      ASSERT_TRUE(std::abs(found.mean) < 1e-12);
      ASSERT_TRUE(std::abs(found.variance / variance - 1.0) < 1e-3);
      ASSERT_TRUE(prior.means[0] == 0.0);
      ASSERT_TRUE(prior.variances[0] == variance);
    }
}

// Where differences of the error function would all be zero.
TEST(LevelMasses, FarFromZeroDoNotUnderflow) {
  const Levels levels{100.0, 101.0, 102.0};
  const WeightPrior gaussian = make_prior(PriorKind::gaussian, levels, 1.0, 1);
  EXPECT_NEAR(gaussian.log_prior(1, 0) - gaussian.log_prior(0, 0), -100.5, 1e-10);
  const WeightPrior laplace = make_prior(PriorKind::laplace, levels, 2e-4, 1);
  EXPECT_NEAR(laplace.log_prior(2, 0) - laplace.log_prior(1, 0), -100.0, 1e-9);
}

TEST(LevelMasses, OfASpikeNeedALevelZero) {
  const auto refused = thrown_by([] { make_prior(PriorKind::spike_slab, Levels{-1.0, 1.0}, 1.0, 1); });
  EXPECT_EQ(refused, usage_error("a spike-slab prior needs a level that is zero, found none among 2 from -1 to 1"));
  for (const double spike : {0.0, 1.0, -0.5, 1.5, std::nan("")}) {
    const auto thrown = thrown_by([&] { make_prior(PriorKind::spike_slab, Levels{-1.0, 0.0, 1.0}, 1.0, 1, spike); });
    ASSERT_TRUE(thrown) << spike;
    EXPECT_EQ(thrown->kind, ErrorKind::usage);
    EXPECT_TRUE(thrown->message.starts_with("the spike of a prior must be above 0 and below 1, found "));
  }
}

Matrix two_grids() {
  Matrix levels(3, 2);
  const Levels values{-1.0, 0.0, 2.0, -0.25, 0.0, 0.125};
  std::ranges::copy(values, levels.values().begin());
  return levels;
}

TEST(OnLevels, OfEachWeightIsThePriorOnEachGrid) {
  const Matrix levels = two_grids();
  for (const PriorKind kind : all_kinds) {
    const WeightPrior moved = on_levels(make_prior(kind, Levels{-1.0, 0.0, 1.0}, 0.5, 2, 0.3), levels);
    EXPECT_EQ(moved.kind, kind);
    EXPECT_EQ(moved.spike, kind == PriorKind::spike_slab ? 0.3 : 0.0);
    EXPECT_TRUE(moved.levels == levels);
    for (std::size_t j = 0; j < 2; ++j) {
      const WeightPrior expected = make_prior(kind, levels.column(j), 0.5, 1, 0.3);
      EXPECT_TRUE(std::ranges::equal(moved.log_prior.column(j), expected.log_prior.values()));
      EXPECT_EQ(moved.means[j], expected.means[0]);
      EXPECT_EQ(moved.variances[j], expected.variances[0]);
    }
  }
}

TEST(OnLevels, SharedAreThoseOfEveryKind) {
  const Levels first{-1.0, 0.0, 1.0}, other{-3.0, 0.0, 1.0, 2.0};
  for (const PriorKind kind : all_kinds) {
    const WeightPrior moved = on_levels(make_prior(kind, first, 0.5, 2, 0.3), other);
    const WeightPrior expected = make_prior(kind, other, 0.5, 2, 0.3);
    EXPECT_TRUE(moved.log_prior == expected.log_prior);
    EXPECT_EQ(moved.variances, expected.variances);
    EXPECT_EQ(moved.spike, expected.spike);
  }
}

TEST(OnLevels, OfEachWeightKeepsTheScalesOfAMixture) {
  const ScaleMixture scales{.weights = {1.0, 3.0}, .factors = {0.5, 2.0}};
  const Matrix levels = two_grids();
  const WeightPrior moved = on_levels(make_mixture_prior(scales, Levels{-1.0, 0.0, 1.0}, 0.25, 2), levels);
  for (std::size_t j = 0; j < 2; ++j) {
    const WeightPrior expected = make_mixture_prior(scales, levels.column(j), 0.25, 1);
    EXPECT_TRUE(std::ranges::equal(moved.log_prior.column(j), expected.log_prior.values()));
    for (std::size_t c = 0; c < 2; ++c)
      EXPECT_TRUE(
          std::ranges::equal(moved.components[c].log_prior.column(j), expected.components[c].log_prior.values()));
  }
}

TEST(OnLevels, RefusesLevelsThatAreNoSupport) {
  const WeightPrior prior = make_prior(PriorKind::gaussian, Levels{-1.0, 0.0, 1.0}, 0.5, 2);
  Matrix repeated = two_grids();
  repeated(1, 1) = repeated(0, 1);
  EXPECT_EQ(thrown_by([&] { on_levels(prior, repeated); }),
            usage_error("the levels of a support must differ, found -0.25 twice"));
  EXPECT_EQ(thrown_by([&] { on_levels(prior, Matrix(3, 5)); }),
            usage_error("the levels of 5 weights do not fit a prior over 2"));
  EXPECT_EQ(thrown_by([&] { on_levels(prior, Matrix(1, 2)); }),
            usage_error("a support needs at least 2 levels, found 1"));
}

}  // namespace
}  // namespace direct::level_masses_test
