// SPDX-License-Identifier: MIT
#include "fit/spectral_evidence.h"

#include <gtest/gtest.h>
#include <cmath>

#include <direct/model.h>

#include "oracle/property.h"
#include "oracle/random_problem.h"

namespace direct::spectral_evidence_test {
namespace {

// Which tests/models/evidence_test.cpp compares with the density of the targets.
double factorised_evidence(const SecondMoments& statistics, const Variances& variances) {
  const std::vector<double> any_levels{-1.0, 1.0};
  const WeightPrior prior = make_prior(PriorKind::gaussian, any_levels, variances.weight, statistics.num_features());
  const double precision = 1.0 / variances.noise;
  return log_evidence(gaussian_companion(statistics, prior, precision), statistics, prior, precision);
}

void expect_same_evidence(const SecondMoments& statistics) {
  const SpectralEvidence evidence(statistics);
  for (const Variances& variances : {Variances{1.0, 1.0}, Variances{1e-4, 2.0}, Variances{30.0, 1e-3}}) {
    const double expected = factorised_evidence(statistics, variances);
    ASSERT_NEAR(evidence(variances), expected, 1e-7 * std::max(1.0, std::abs(expected)));
  }
}

PROPERTY(SpectralEvidence, EqualsThatOfAFactorisation, (std::uint64_t seed)) {
  expect_same_evidence(
      oracle::statistics_of(oracle::random_regression(seed, 1 + seed % 20, 1 + seed / 5 % 20, 3, 0.5)));
}

TEST(SpectralEvidence, HasTheRankOfTheRows) {
  const auto rank = [](const oracle::TinyProblem& problem) {
    return SpectralEvidence(oracle::statistics_of(problem)).rank();
  };
  EXPECT_EQ(rank(oracle::random_regression(1, 7, 30, 3, 0.5)), 7U);
  EXPECT_EQ(rank(oracle::random_regression(2, 50, 6, 3, 0.5)), 6U);
  oracle::TinyProblem repeated = oracle::random_regression(3, 9, 5, 3, 0.5);
  for (std::size_t i = 0; i < 9; ++i) repeated.features(i, 4) = repeated.features(i, 3) = repeated.features(i, 2);
  EXPECT_EQ(rank(repeated), 3U);
  repeated.features = Matrix(9, 5, 0.0);
  EXPECT_EQ(rank(repeated), 0U);
  expect_same_evidence(oracle::statistics_of(repeated));
}

}  // namespace
}  // namespace direct::spectral_evidence_test
