// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/model.h>

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "algebra/categorical.h"
#include "data/test_files.h"
#include "oracle/property.h"

namespace direct::prior_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const double nan = std::nan("");

TEST(GaussianPrior, OnAnEvenGridIsTheDensityAtTheLevelsNormalisedOverThem) {
  const std::vector<double> levels{-2.0, -0.5, 1.0, 2.5, 4.0};
  const WeightPrior prior = make_prior(PriorKind::gaussian, levels, 2.5, 3);
  ASSERT_EQ(prior.num_features(), 3U);
  ASSERT_EQ(prior.num_levels(), 5U);
  long double sum = 0.0L;
  for (const double level : levels) sum += std::exp(-0.5L * level * level / 2.5L);
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_NEAR(log_sum_exp(prior.log_prior.column(j)), 0.0, 1e-15);
    for (std::size_t k = 0; k < 5; ++k) {
      EXPECT_EQ(prior.levels(k, j), levels[k]);
      const long double expected = -0.5L * levels[k] * levels[k] / 2.5L - std::log(sum);
      EXPECT_NEAR(prior.log_prior(k, j), static_cast<double>(expected), 1e-14);
    }
  }
  EXPECT_EQ(prior.means, std::vector<double>(3, 0.0));
  EXPECT_EQ(prior.variances, std::vector<double>(3, 2.5));
}

TEST(UniformPrior, GivesEveryLevelTheSameAndItsCompanionTheMomentsOfTheList) {
  const std::vector<double> levels{0.0, 1.0, 5.0};
  const WeightPrior prior = make_prior(PriorKind::uniform, levels, 1.0, 2);
  for (const double value : prior.log_prior.values()) EXPECT_NEAR(value, -std::log(3.0), 1e-15);
  EXPECT_NEAR(prior.means[1], 2.0, 1e-15);
  EXPECT_NEAR(prior.variances[1], (4.0 + 1.0 + 9.0) / 3.0, 1e-14);
}

PROPERTY(GaussianPrior, IsNormalisedWhateverTheScale, (std::uint64_t seed)) {
  const double width = std::ldexp(1.0, static_cast<int>(seed % 200) - 100);
  const double variance = std::ldexp(1.0, static_cast<int>(seed / 200 % 200) - 100);
  const std::size_t count = 2 + seed % 255;
  const WeightPrior prior = make_prior(PriorKind::gaussian, linear_grid(-width, width, count), variance, 1);
  ASSERT_TRUE(std::abs(log_sum_exp(prior.log_prior.column(0))) < 1e-12);
}

Thrown refusal(const std::vector<double>& levels, double variance) {
  const auto thrown = thrown_by([&] { make_prior(PriorKind::gaussian, levels, variance, 1); });
  return thrown.value_or(Thrown{ErrorKind::resource, "accepted"});
}

TEST(MakePrior, RefusesSupportsAndVariancesThatAreNone) {
  EXPECT_EQ(refusal({}, 1.0), usage_error("a support needs at least 2 levels, found 0"));
  EXPECT_EQ(refusal({1.0}, 1.0), usage_error("a support needs at least 2 levels, found 1"));
  EXPECT_EQ(refusal({0.0, 2.0, 1.0}, 1.0), usage_error("the levels of a support must increase, found 1 after 2"));
  EXPECT_EQ(refusal({-1.0, 0.5, 0.5}, 1.0), usage_error("the levels of a support must differ, found 0.5 twice"));
  EXPECT_EQ(refusal({0.0, nan, 1.0}, 1.0), usage_error("the levels of a support must be finite, found nan"));
  EXPECT_EQ(refusal({-infinity, 0.0}, 1.0), usage_error("the levels of a support must be finite, found -inf"));
  EXPECT_EQ(refusal({0.0, 1e200}, 1.0), usage_error("the level 1e+200 is too far out for a prior of deviation 1"));
  for (const double variance : {0.0, -1.0, -infinity, infinity, nan})
    EXPECT_EQ(refusal({0.0, 1.0}, variance).kind, ErrorKind::usage) << variance;
}

TEST(MakeNoisePrior, IsUniformAndRefusesWhatIsNotPositiveOrDoesNotIncrease) {
  const NoisePrior prior = make_noise_prior({0.5, 1.0, 3.0, 4.0});
  for (const double value : prior.log_prior) EXPECT_NEAR(value, -std::log(4.0), 1e-15);
  for (const auto& variances : {std::vector<double>(), std::vector{0.0, 1.0}, std::vector{-1.0}, std::vector{nan},
                                std::vector{1.0, 1.0}, std::vector{2.0, 1.0}}) {
    const auto thrown = thrown_by([&] { make_noise_prior(variances); });
    ASSERT_TRUE(thrown);
    EXPECT_EQ(thrown->kind, ErrorKind::usage);
  }
}

PROPERTY(LinearGrid, IsSymmetricToTheBitAndHasAnExactZero, (std::uint64_t seed)) {
  const std::size_t count = 2 + seed % 255;
  const double high = std::ldexp(1.0 + static_cast<double>(seed >> 12) * 0x1p-52, static_cast<int>(seed % 61) - 30);
  const std::vector<double> grid = linear_grid(-high, high, count);
  ASSERT_TRUE(grid.size() == count);
  ASSERT_TRUE(grid.front() == -high);
  ASSERT_TRUE(grid.back() == high);
  for (std::size_t k = 0; k < count; ++k) ASSERT_TRUE(grid[k] == -grid[count - 1 - k]);
  for (std::size_t k = 1; k < count; ++k) ASSERT_TRUE(grid[k - 1] < grid[k]);
  if (count % 2 == 1) {
    ASSERT_TRUE(grid[count / 2] == 0.0);
  }
}

TEST(LinearGrid, IsEvenlySpaced) {
  EXPECT_EQ(linear_grid(1.0, 3.0, 5), (std::vector<double>{1.0, 1.5, 2.0, 2.5, 3.0}));
  EXPECT_EQ(linear_grid(4.0, 9.0, 1), std::vector<double>{4.0});
}

PROPERTY(LogarithmicGrid, HasExactEndsAndEvenRatios, (std::uint64_t seed)) {
  const double low = std::ldexp(1.1, static_cast<int>(seed % 1000) - 600);
  const double high = low * (1.5 + static_cast<double>(seed % 1000));
  const std::size_t count = 2 + seed % 30;
  const std::vector<double> grid = logarithmic_grid(low, high, count);
  ASSERT_TRUE(grid.size() == count);
  ASSERT_TRUE(grid.front() == low);
  ASSERT_TRUE(grid.back() == high);
  const double step = std::log(high / low) / static_cast<double>(count - 1);
  for (std::size_t k = 1; k < count; ++k) ASSERT_TRUE(std::abs(std::log(grid[k] / grid[k - 1]) - step) < 1e-11);
}

TEST(NoiseMoments, AreTheExpectationsOfLogarithmAndPrecision) {
  const NoisePrior prior = make_noise_prior({0.5, 2.0, 8.0});
  const NoiseMoments moments = noise_moments(prior, std::vector<double>{0.5, 0.25, 0.25});
  EXPECT_NEAR(moments.log_variance, std::log(2.0) * (-0.5 + 0.25 + 0.75), 1e-15);
  EXPECT_NEAR(moments.precision, 1.0 + 0.125 + 0.03125, 1e-15);
}

TEST(MixturePrior, IsOneScaleForAllWeights) {
  const std::vector<double> levels{-2.0, -1.0, 0.0, 1.0, 2.0};
  const WeightPrior prior = make_mixture_prior({.weights = {1.0, 3.0}, .factors = {0.5, 2.0}}, levels, 0.25, 3);
  ASSERT_EQ(prior.components.size(), 2U);
  EXPECT_NEAR(std::exp(prior.components[0].log_weight), 0.25, 1e-15);
  EXPECT_NEAR(prior.components[1].variances[2], 1.0, 1e-15);
  EXPECT_NEAR(prior.variances[0], 0.25 * 0.0625 + 0.75 * 1.0, 1e-15);
  for (std::size_t k = 0; k < levels.size(); ++k) {
    const double marginal =
        0.25 * std::exp(prior.components[0].log_prior(k, 1)) + 0.75 * std::exp(prior.components[1].log_prior(k, 1));
    EXPECT_NEAR(std::exp(prior.log_prior(k, 1)), marginal, 1e-15);
  }
}

TEST(MixturePrior, OnOtherLevelsHasTheSameScales) {
  const ScaleMixture scales{.weights = {1.0, 1.0}, .factors = {0.5, 2.0}};
  const std::vector<double> narrow{-1.0, 0.0, 1.0}, wide{-2.0, 0.0, 2.0};
  const WeightPrior moved = on_levels(make_mixture_prior(scales, narrow, 0.25, 2), wide);
  const WeightPrior expected = make_mixture_prior(scales, wide, 0.25, 2);
  EXPECT_EQ(moved.levels, expected.levels);
  for (std::size_t i = 0; i < moved.log_prior.size(); ++i)
    EXPECT_NEAR(moved.log_prior.data()[i], expected.log_prior.data()[i], 1e-14);
  EXPECT_EQ(moved.components[1].variances, expected.components[1].variances);
}

// Precisions are averaged, as in a product of powers of Gaussians.
TEST(MixturePrior, AmountsToAProductOnceItsResponsibilitiesAreKnown) {
  const std::vector<double> levels{-1.0, 0.0, 1.0};
  const WeightPrior prior = make_mixture_prior({.weights = {1.0, 1.0}, .factors = {1.0, 2.0}}, levels, 1.0, 1);
  const WeightPrior product = effective_prior(prior, std::vector<double>{0.25, 0.75});
  EXPECT_TRUE(product.components.empty());
  EXPECT_NEAR(product.variances[0], 1.0 / (0.25 / 1.0 + 0.75 / 4.0), 1e-15);
  EXPECT_NEAR(product.log_prior(2, 0) - product.log_prior(1, 0), -0.5 / product.variances[0], 1e-15);
}

TEST(MixturePrior, RefusesWhatIsNoMixture) {
  const std::vector<double> levels{-1.0, 0.0, 1.0};
  for (const ScaleMixture& bad : {ScaleMixture{}, ScaleMixture{{1.0}, {}}, ScaleMixture{{0.0, 1.0}, {1.0, 1.0}},
                                  ScaleMixture{{1.0}, {-1.0}}, ScaleMixture{{NAN}, {1.0}}})
    EXPECT_THROW(make_mixture_prior(bad, levels, 1.0, 1), Error);
}

}  // namespace
}  // namespace direct::prior_test
