// SPDX-License-Identifier: MIT
#include "likelihoods/family.h"

#include <gtest/gtest.h>
#include <cmath>
#include <string>
#include <vector>

#include <direct/error.h>

#include "oracle/likelihoods.h"

namespace direct::family_test {
namespace {

constexpr double etas[] = {-3.0, -0.7, 0.0, 0.4, 2.5};

std::vector<double> targets_of(const Likelihood& likelihood) {
  if (likelihood->has_classes) return {0.0, 1.0};
  if (likelihood->is_count) return {0.0, 1.0, 7.0};
  if (likelihood.family().expected_in_place_of(-1.0) != nullptr) return {0.03, 1.0, 5.0};
  return {-2.0, 0.0, 1.5};
}

// The log-likelihood at unit dispersion as a textbook has it.
double log_likelihood(const Likelihood& likelihood, double target, double eta) {
  return static_cast<double>(oracle::log_likelihood(likelihood, target, eta, 1.0));
}

// E f(eta) for a Gaussian eta, by the trapezoidal rule, whose error is negligible for smooth functions.
template <typename Function>
double gaussian_mean(double mean, double variance, const Function& function) {
  double sum = 0.0, weight = 0.0;
  for (double s = -12.0; s <= 12.0; s += 0.0625) {
    const double density = std::exp(-0.5 * s * s);
    sum += density * function(mean + std::sqrt(variance) * s);
    weight += density;
  }
  return sum / weight;
}

TEST(LikelihoodFamily, WorkingRowsHaveTheSlopeOfTheLogLikelihood) {
  constexpr double step = 1e-5;
  for (const Likelihood& likelihood : all_likelihoods())
    for (const double target : targets_of(likelihood))
      for (const double eta : etas) {
        SCOPED_TRACE(testing::Message() << likelihood->name << " target " << target << " eta " << eta);
        const double slope =
            (log_likelihood(likelihood, target, eta + step) - log_likelihood(likelihood, target, eta - step)) /
            (2.0 * step);
        const WorkingRow row = likelihood.family().working_row(target, eta);
        EXPECT_NEAR(row.slope, slope, 1e-7 * std::max(1.0, std::abs(slope)));
        EXPECT_GT(row.curvature, 0.0);
      }
}

TEST(LikelihoodFamily, WorkingRowsDifferFromTheLogLikelihoodByAConstant) {
  for (const Likelihood& likelihood : all_likelihoods())
    for (const double target : targets_of(likelihood)) {
      SCOPED_TRACE(testing::Message() << likelihood->name << " target " << target);
      const auto constant = [&](double eta) {
        return log_likelihood(likelihood, target, eta) - likelihood.family().working_row(target, eta).value;
      };
      for (const double eta : etas) EXPECT_NEAR(constant(eta), constant(0.0), 1e-12 * (1.0 + std::abs(constant(0.0))));
    }
}

// Of a bound the slope is that of the bound, which its own test compares.
TEST(LikelihoodFamily, ExpectedRowsHaveTheExpectedSlope) {
  constexpr double variance = 0.3;
  for (const Likelihood& likelihood : all_likelihoods()) {
    if (likelihood->is_bounded) continue;
    for (const double target : targets_of(likelihood))
      for (const double eta : etas) {
        SCOPED_TRACE(testing::Message() << likelihood->name << " target " << target << " eta " << eta);
        const double slope =
            gaussian_mean(eta, variance, [&](double at) { return likelihood.family().working_row(target, at).slope; });
        EXPECT_NEAR(likelihood.family().expected_row(target, eta, variance).slope, slope,
                    1e-9 * std::max(1.0, std::abs(slope)));
      }
  }
}

// Where they are said to be: value + slope (z - eta) - curvature (z - eta)^2 / 2 up to a constant of the likelihood.
TEST(LikelihoodFamily, RowsThatAreBoundsAreNowhereAbove) {
  for (const Likelihood& likelihood : all_likelihoods()) {
    if (!likelihood.family().rows_are_bounds()) continue;
    for (const double target : targets_of(likelihood))
      for (const double eta : etas)
        for (const double variance : {0.0, 0.3}) {
          const WorkingRow row = likelihood.family().expected_row(target, eta, variance);
          const double constant =
              log_likelihood(likelihood, target, 0.7) - likelihood.family().working_row(target, 0.7).value;
          for (double z = -6.0; z <= 6.0; z += 0.25) {
            const double bound = row.value + (z - eta) * (row.slope - 0.5 * row.curvature * (z - eta));
            EXPECT_LE(bound, log_likelihood(likelihood, target, z) - constant + 1e-12 * (1.0 + std::abs(bound)));
          }
        }
  }
}

TEST(LikelihoodFamily, WithoutVarianceRowsAndExpectedRowsHaveOneSlope) {
  for (const Likelihood& likelihood : all_likelihoods())
    for (const double target : targets_of(likelihood))
      for (const double eta : etas) {
        const double slope = likelihood.family().working_row(target, eta).slope;
        EXPECT_NEAR(likelihood.family().expected_row(target, eta, 0.0).slope, slope, 1e-12 * (1.0 + std::abs(slope)));
      }
}

TEST(LikelihoodFamily, TheMeanIsWhereTheDevianceAndTheSlopeVanish) {
  for (const Likelihood& likelihood : all_likelihoods()) {
    if (likelihood->has_classes) continue;  // no mean strictly between 0 and 1 is a class
    for (const double eta : etas) {
      SCOPED_TRACE(testing::Message() << likelihood->name << " eta " << eta);
      const double mean = likelihood.family().mean(eta);
      EXPECT_NEAR(likelihood.family().unit_deviance(mean, mean), 0.0, 1e-12);
      EXPECT_NEAR(likelihood.family().working_row(mean, eta).slope, 0.0, 1e-12 * std::max(1.0, mean));
    }
  }
}

TEST(LikelihoodFamily, DeviancesAreTwiceTheLossOfLogLikelihood) {
  for (const Likelihood& likelihood : all_likelihoods())
    for (const double target : targets_of(likelihood)) {
      SCOPED_TRACE(testing::Message() << likelihood->name << " target " << target);
      const auto sum = [&](double eta) {
        return likelihood.family().unit_deviance(target, likelihood.family().mean(eta)) +
               2.0 * log_likelihood(likelihood, target, eta);
      };
      for (const double eta : etas) EXPECT_NEAR(sum(eta), sum(0.0), 1e-10 * (1.0 + std::abs(sum(0.0))));
    }
}

// Where eta and the dispersion are certain, the law is the likelihood.
TEST(LikelihoodFamily, LawsOfCertainEtaAreTheLikelihood) {
  constexpr double dispersion = 0.7;
  for (const Likelihood& likelihood : all_likelihoods())
    for (const double eta : {-1.0, 0.4, 2.0}) {
      SCOPED_TRACE(testing::Message() << likelihood->name << " eta " << eta);
      const double used = likelihood->has_dispersion() ? dispersion : 1.0;
      const EtaLaw certain{.values = {{0.0, eta}}, .mean = eta};
      const Distribution law(likelihood.family().law(certain, {.levels = {{used, 1.0, 0.0}}, .mean = used}));
      EXPECT_NEAR(law.prediction().mean, likelihood.family().mean(eta), 1e-12 * (1.0 + law.prediction().mean));
      for (const double target : targets_of(likelihood)) {
        const auto expected = static_cast<double>(oracle::log_likelihood(likelihood, target, eta, used));
        EXPECT_NEAR(law.log_density(target), expected, 1e-9 * (1.0 + std::abs(expected))) << target;
      }
      if (likelihood->has_classes) continue;
      for (const double probability : {0.1, 0.5, 0.95}) {
        const double y = law.quantile(probability);
        EXPECT_GE(law.cdf(y), probability - 1e-9);
        EXPECT_LE(law.cdf(std::nextafter(y, y - 1.0) - 1e-6 * (1.0 + std::abs(y))), probability + 1e-9);
        if (likelihood->is_count) continue;
        const double step = 1e-4 * law.prediction().std_total;
        EXPECT_NEAR((law.cdf(y + step) - law.cdf(y - step)) / (2.0 * step), law.density(y), 1e-5 * law.density(y));
      }
    }
}

TEST(LikelihoodFamily, RefusesWhatIsNoTarget) {
  const auto takes = [](const char* name, double value) {
    return Likelihood(name).family().expected_in_place_of(value) == nullptr;
  };
  EXPECT_TRUE(takes("gaussian", -1.5));
  EXPECT_TRUE(takes("poisson", 0.0));
  EXPECT_FALSE(takes("poisson", -1.0));
  EXPECT_FALSE(takes("poisson", 1.5));
  EXPECT_FALSE(takes("poisson", 0x1p54));
  EXPECT_TRUE(takes("gamma", 1e-300));
  EXPECT_FALSE(takes("gamma", 0.0));
}

TEST(LikelihoodFamily, OffsetsGiveTheMeanTarget) {
  for (const Likelihood& likelihood : all_likelihoods()) {
    if (likelihood->has_classes) continue;
    const long double offset = likelihood.family().offset({.sum = 12.0L, .base = 8.0L, .largest = 3.0});
    EXPECT_NEAR(likelihood.family().mean(static_cast<double>(offset)), 1.5, 1e-12) << likelihood->name;
  }
  EXPECT_NEAR(static_cast<double>(Likelihood("bernoulli").family().offset({.sum = 3.0L, .base = 1.0L})), std::log(3.0),
              1e-15);
  EXPECT_NEAR(static_cast<double>(Likelihood("poisson").family().offset({.sum = 0.0L, .base = 8.0L})),
              std::log(0.5 / 8.0), 1e-15);
}

TEST(Likelihood, IsKnownByItsName) {
  EXPECT_EQ(Likelihood()->name, "gaussian");
  for (const Likelihood& likelihood : all_likelihoods()) EXPECT_EQ(Likelihood(likelihood->name), likelihood);
  EXPECT_FALSE(Likelihood("poisson") == Likelihood("gamma"));
  try {
    const Likelihood unknown("weibull");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    std::string known;
    for (const Likelihood& likelihood : all_likelihoods())
      known += (known.empty() ? "" : "|") + std::string(likelihood->name);
    EXPECT_EQ(std::string(error.what()), "`likelihood`: expected " + known + ", found \"weibull\"");
  }
}

}  // namespace
}  // namespace direct::family_test
