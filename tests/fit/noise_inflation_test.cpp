// SPDX-License-Identifier: MIT
#include "fit/noise_inflation.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

namespace direct::noise_inflation_test {
namespace {

using Values = std::vector<double>;

// A fit at a variance of the noise has a grid from half to twice of it, and its ELBO is higher the nearer it is to 3.
FittedPosterior fit_at(double variance) {
  FittedPosterior fitted{.prior = {}, .noise = make_noise_prior({0.5 * variance, 2.0 * variance}), .fit = {}};
  fitted.fit.report.elbo = -std::abs(variance - 3.0);
  return fitted;
}

double variance_of(const FittedPosterior& fitted) { return 2.0 * fitted.noise.variances.front(); }

// A chain of fits from a variance of 1: where it ends, and the variances it tried.
struct Chain {
  double result = 0.0;
  Values tried = {};
};

Chain chain(const std::function<double(double)>& wanted, int max_moves, bool keeps_highest_elbo = false) {
  Chain chain;
  Variances variances{.noise = 1.0};
  const auto fit = [&](const Variances& at) {
    chain.tried.push_back(at.noise);
    return fit_at(at.noise);
  };
  const auto noise = [&](const FittedPosterior& fitted) { return wanted(variance_of(fitted)); };
  chain.result = variance_of(fit_inflating_noise(
      fit_at(variances.noise), variances,
      {.fit = fit, .noise = noise, .max_moves = max_moves, .keeps_highest_elbo = keeps_highest_elbo}));
  EXPECT_EQ(variances.noise, chain.result);
  return chain;
}

double thrice(double variance) { return 3.0 * variance; }

TEST(NoiseInflation, StaysWhereTheGridHoldsTheNoise) {
  for (const double noise : {0.5, 1.0, 2.0}) {
    const Chain found = chain([&](double) { return noise; }, 3);
    EXPECT_EQ(found.result, 1.0);
    EXPECT_TRUE(found.tried.empty());
  }
}

TEST(NoiseInflation, MovesUntilTheGridHoldsTheNoise) {
  const Chain found = chain([](double variance) { return std::min(thrice(variance), 10.0); }, 5);
  EXPECT_EQ(found.result, 9.0);
  EXPECT_EQ(found.tried, (Values{3.0, 9.0}));
}

TEST(NoiseInflation, MovesNoMoreThanAllowed) {
  EXPECT_EQ(chain(thrice, 0).result, 1.0);
  EXPECT_EQ(chain(thrice, 2).result, 9.0);
}

TEST(NoiseInflation, KeepsTheHighestElboAndGoesOnFromTheLastFit) {
  const Chain found = chain(thrice, 3, true);
  EXPECT_EQ(found.result, 3.0);
  EXPECT_EQ(found.tried, (Values{3.0, 9.0, 27.0}));
}

}  // namespace
}  // namespace direct::noise_inflation_test
