// SPDX-License-Identifier: MIT
#include <direct/tune.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <direct/error.h>
#include <gtest/gtest.h>

#include "data/test_files.h"
#include "oracle/random_problem.h"
#include "oracle/table.h"
#include "predict/frontier.h"
#include "predict/leading_problem.h"

namespace direct::tune_test {
namespace {

constexpr std::size_t num_rows = 90;

FitOptions options_of(std::size_t num_features, int feature_bits = 8) {
  return {.num_features = num_features,
          .feature_bits = feature_bits,
          .support = "auto",
          .components = 4,
          .seed = 5,
          .threads = 1};
}

class Tune : public testing::Test {
 protected:
  Tune() {
    const oracle::TinyProblem table = oracle::random_regression(8, num_rows, 3, 2, 0.5);
    dataset_ = oracle::table_of(table.features, table.targets);
  }

  LeadingProblem leading(const FitOptions& all, std::size_t count) const {
    const Preparation preparation = prepare(dataset_, all).preparation;
    return leading_problem(second_moments(accumulate(dataset_, preparation).groups.front()), preparation, count);
  }

  Dataset dataset_;
};

void expect_near(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-9) << i;
}

void expect_same_fit(const LeadingProblem& problem, const Statistics& statistics, const Preparation& preparation,
                     const FitOptions& options) {
  EXPECT_EQ(problem.preparation.features, preparation.features);
  EXPECT_NEAR(problem.preparation.pilot.weight, preparation.pilot.weight, 1e-12 * preparation.pilot.weight);
  const Training found = fit(problem.statistics, problem.preparation, options);
  const Training expected = fit(statistics, preparation, options);
  EXPECT_NEAR(found.report.elbo, expected.report.elbo, 1e-9 * std::abs(expected.report.elbo));
  const WeightMoments a = weight_moments(found.model.posterior, found.model.prior);
  const WeightMoments b = weight_moments(expected.model.posterior, expected.model.prior);
  expect_near(a.means, b.means);
  expect_near(a.variances, b.variances);
}

TEST_F(Tune, FewerFeaturesInFloatingPointAreAFitFromScratch) {
  for (const double sparsity : {0.0, 0.5}) {
    FitOptions options = options_of(12, 0);
    options.target_sparsity = sparsity;
    const Preparation preparation = prepare(dataset_, options).preparation;
    expect_same_fit(leading(options_of(40, 0), 12), accumulate(dataset_, preparation).groups.front(), preparation,
                    options);
  }
}

// Trained features are others for each number of them: trying one beside another changes nothing.
TEST_F(Tune, NumbersOfTrainedFeaturesAreTriedEachByItself) {
  FitOptions options{.features = FeatureKind::trained, .seed = 5};
  for (const bool shared : {false, true}) {
    TuneOptions how{.levels = {15}, .num_features = {3, 5}, .sparsity = {0.0}, .cv = {.folds = 2, .shared = shared}};
    const Tuning both = tune(dataset_, options, how);
    ASSERT_EQ(both.points.size(), 2U);
    for (const std::size_t count : {3, 5}) {
      how.num_features = {count};
      const Tuning one = tune(dataset_, options, how);
      const auto same = std::ranges::find(both.points, count, &TunePoint::num_features);
      ASSERT_NE(same, both.points.end());
      EXPECT_EQ(same->rmse.mean, one.points.front().rmse.mean);
      EXPECT_EQ(full_precision(both, *same).nll, full_precision(one, one.points.front()).nll);
    }
  }
}

// The codes of the inputs depend a little on all frequencies, so the preparation is that of more features.
TEST_F(Tune, FewerIntegerFeaturesAreAFitOfTheirOwnStatistics) {
  for (const double sparsity : {0.0, 0.5}) {
    FitOptions options = options_of(12);
    options.target_sparsity = sparsity;
    const LeadingProblem problem = leading(options_of(40), 12);
    const Statistics statistics = accumulate(dataset_, problem.preparation).groups.front();
    EXPECT_EQ(*problem.statistics.rounded, second_moments(statistics));
    expect_same_fit(problem, statistics, problem.preparation, options);
    EXPECT_NEAR(problem.preparation.pilot.weight, prepare(dataset_, options).preparation.pilot.weight, 1e-12);
  }
}

TEST_F(Tune, EveryPointIsACrossValidation) {
  for (const bool shared : {false, true}) {
    const CrossValidationOptions folds{.folds = 3, .shared = shared};
    const Tuning tuning = tune(dataset_, options_of(2000),
                               {.levels = {15, 7, 15}, .num_features = {20}, .sparsity = {0.5, 0.0}, .cv = folds});
    EXPECT_EQ(tuning.leakage.empty(), !shared);
    ASSERT_EQ(tuning.points.size(), 4U);
    EXPECT_EQ(tuning.num_rows, num_rows);
    EXPECT_EQ(tuning.num_folds, 3U);
    for (const TunePoint& point : tuning.points) {
      FitOptions options = options_of(20);
      options.levels = point.levels;
      options.target_sparsity = point.target_sparsity;
      const CrossValidation cv = cross_validate(dataset_, options, folds);
      std::vector<double> rmse, nll, coverage;
      std::size_t most_active = 0;
      for (const FoldResult& fold : cv.folds) {
        rmse.push_back(fold.evaluation.rmse);
        nll.push_back(fold.evaluation.nll);
        coverage.push_back(fold.evaluation.intervals.at("0.9").coverage);
        most_active = std::max(most_active, fold.evaluation.num_active_features);
      }
      EXPECT_EQ(point.rmse.mean, fold_spread(rmse).mean);
      EXPECT_EQ(point.rmse.std, fold_spread(rmse).std);
      EXPECT_EQ(point.nll.mean, fold_spread(nll).mean);
      EXPECT_EQ(point.coverage.mean, fold_spread(coverage).mean);
      EXPECT_EQ(point.num_active_features, most_active);
      EXPECT_EQ(point.bytes, 4 * ((most_active * packed_code_bits(point.levels) + 7) / 8));
      EXPECT_GE(point.sparsity, point.target_sparsity);
      EXPECT_TRUE(point.converged);
    }
  }
}

TEST_F(Tune, TriesFractionsOfTheFeaturesThatAreMultiplesOfFour) {
  const auto counts = [&](std::size_t num_features) {
    const Tuning tuning = tune(dataset_, options_of(num_features), {.levels = {3}, .sparsity = {0.0}});
    std::vector<std::size_t> result;
    for (const TunePoint& point : tuning.points) result.push_back(point.num_features);
    std::ranges::sort(result);
    return result;
  };
  EXPECT_EQ(counts(72), (std::vector<std::size_t>{8, 16, 36, 72}));
  EXPECT_EQ(counts(10), (std::vector<std::size_t>{4, 8}));
}

TEST_F(Tune, LinearFeaturesAreAsManyAsTheDataHave) {
  FitOptions options = options_of(2000);
  options.features = FeatureKind::linear;
  const Tuning tuning = tune(dataset_, options, {.levels = {3, 15}, .sparsity = {0.0}});
  ASSERT_EQ(tuning.points.size(), 2U);
  for (const TunePoint& point : tuning.points) EXPECT_EQ(point.num_features, 4U);
}

// On the features of the points it is the yardstick of a cross-validation.
TEST_F(Tune, FullPrecisionIsTheYardstick) {
  for (const int feature_bits : {8, 0}) {
    FitOptions options = options_of(12, feature_bits);
    const Tuning found = tune(dataset_, options, {.levels = {15}, .num_features = {12}, .sparsity = {0.0}});
    options.levels = 15;
    const CrossValidation expected = cross_validate(dataset_, options, {.folds = 3});
    double rmse = 0.0, nll = 0.0;
    for (const FoldResult& fold : expected.folds) {
      rmse += fold.evaluation.yardstick->rmse / 3.0;
      nll += fold.evaluation.yardstick->nll / 3.0;
    }
    ASSERT_EQ(found.full_precision.size(), 1U);
    const FullPrecision& full = found.full_precision.front();
    EXPECT_EQ(full.num_features, 12U);
    EXPECT_EQ(full.integer_rmse.has_value(), feature_bits == 8);
    EXPECT_NEAR(full.integer_rmse.value_or(full.rmse), rmse, 1e-9 * rmse);
    EXPECT_NEAR(full.integer_nll.value_or(full.nll), nll, 1e-9);
    EXPECT_NEAR(full.rmse, rmse, 0.05 * rmse);
  }
}

// Once for each number of features, whatever else varies, and from the sums of the same rows.
TEST_F(Tune, FullPrecisionOnFloatFeaturesIsThatOfTheFloatsBehindTheIntegers) {
  const Tuning found =
      tune(dataset_, options_of(12),
           {.levels = {3, 15}, .num_features = {8, 12}, .sparsity = {0.0}, .cv = {.folds = 3, .shared = true}});
  ASSERT_EQ(found.full_precision.size(), 2U);
  for (const FullPrecision& full : found.full_precision) {
    ASSERT_TRUE(full.integer_rmse);
    EXPECT_NE(*full.integer_rmse, full.rmse);
    EXPECT_NEAR(*full.integer_rmse, full.rmse, 0.05 * full.rmse);
  }
  for (const TunePoint& point : found.points) EXPECT_EQ(full_precision(found, point).num_features, point.num_features);
}

TEST_F(Tune, CountsItsFitsAndStopsWhenAsked) {
  std::vector<double> done;
  FitOptions options = options_of(8);
  options.progress = [&](const ProgressEvent& event) {
    if (event.stage == "tune") done.push_back(event.done);
    return done.empty() || done.back() < 3;
  };
  EXPECT_THROW(tune(dataset_, options, {.levels = {3, 7}, .num_features = {8}, .sparsity = {0.0}}), Interrupted);
  EXPECT_TRUE(std::ranges::is_sorted(done));
  EXPECT_EQ(done.back(), 3.0);
}

TEST_F(Tune, RefusesWhatNoFitTakesAndWhatCannotVary) {
  const auto refusal = [](FitOptions options, const TuneOptions& tune) {
    const auto thrown = thrown_by([&] { check(options, tune); });
    EXPECT_TRUE(!thrown || thrown->kind == ErrorKind::usage);
    return thrown ? thrown->message : "accepted";
  };
  const FitOptions plain = options_of(40);
  EXPECT_EQ(refusal(plain, {}), "accepted");
  EXPECT_EQ(refusal(plain, {.levels = {}}), "`levels`: expected at least one number");
  EXPECT_EQ(refusal(plain, {.sparsity = {}}), "`sparsity`: expected at least one number");
  EXPECT_EQ(refusal(plain, {.levels = {3, 300}}), "`levels`: expected 2 to 256, found 300");
  EXPECT_EQ(refusal(plain, {.num_features = {8, 10}}), "`num_features`: expected multiples of 4, found 10");
  EXPECT_EQ(refusal(options_of(40, 0), {.num_features = {8, 10}}), "accepted");
  EXPECT_TRUE(refusal(plain, {.sparsity = {0.0, 1.0}}).starts_with("`target_sparsity`: expected a number from 0"));
  EXPECT_TRUE(refusal(plain, {.levels = {2, 15}}).starts_with("`target_sparsity`: zero is not a level"));
  FitOptions options = plain;
  options.support = "learned";
  EXPECT_EQ(refusal(options, {}), "accepted");
  options.posterior = PosteriorKind::mean_field;
  options.components = 1;
  EXPECT_TRUE(refusal(options, {}).starts_with("`target_sparsity`: codes of a learned grid"));
  EXPECT_EQ(refusal(options, {.sparsity = {0.0}}), "accepted");
  options = plain;
  options.support = "-1,0,1";
  EXPECT_EQ(refusal(options, {}), "`levels`: `support` -1,0,1 has 3 levels; expected no others, found 7");
  EXPECT_EQ(refusal(options, {.levels = {3}}), "accepted");
  options.support = "@levels.csv";
  options.support_levels = Matrix(3, 8);
  for (std::size_t j = 0; j < 8; ++j)
    for (std::size_t k = 0; k < 3; ++k) options.support_levels(k, j) = static_cast<double>(k) - 1.0;
  EXPECT_EQ(refusal(options, {.levels = {3}, .num_features = {8}}), "accepted");
  EXPECT_EQ(refusal(options, {.levels = {3}, .num_features = {8, 16}}),
            "`num_features`: @levels.csv has the levels of 8 weights; expected as many features, found 16");
  options = plain;
  options.features = FeatureKind::linear;
  EXPECT_TRUE(refusal(options, {.num_features = {8}}).starts_with("`num_features`: only Fourier and trained features"));
}

double drawn(std::uint64_t& state) {  // from 0 to 9, with many ties
  state = state * 6364136223846793005U + 1442695040888963407U;
  return static_cast<double>(state >> 33U) - 10.0 * std::floor(static_cast<double>(state >> 33U) / 10.0);
}

Tuning random_tuning(std::uint64_t seed) {
  Tuning tuning;
  for (std::size_t i = 0; i < 30; ++i) {
    TunePoint point{.num_features = i};
    point.rmse.mean = 100.0 + drawn(seed);
    point.nll.mean = drawn(seed);
    point.bytes = static_cast<std::size_t>(drawn(seed));
    tuning.points.push_back(point);
  }
  find_frontier(tuning);
  return tuning;
}

// What the header says, word for word.
bool is_beaten(const TunePoint& point, const std::vector<TunePoint>& points) {
  for (const TunePoint& other : points) {
    const bool worse =
        other.rmse.mean > point.rmse.mean || other.nll.mean > point.nll.mean || other.bytes > point.bytes;
    const bool better =
        other.rmse.mean < point.rmse.mean || other.nll.mean < point.nll.mean || other.bytes < point.bytes;
    if (!worse && better) return true;
  }
  return false;
}

TEST(Frontier, IsWhatNoOtherPointBeats) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Tuning tuning = random_tuning(seed);
    EXPECT_TRUE(std::ranges::is_sorted(tuning.points, {}, &TunePoint::bytes));
    for (const TunePoint& point : tuning.points) EXPECT_EQ(point.on_frontier, !is_beaten(point, tuning.points));
  }
}

TEST(Frontier, NamesTheBestAndTheSmallestThatIsNearlyAsGood) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Tuning tuning = random_tuning(seed);
    const TunePoint& best = tuning.points[tuning.best];
    const TunePoint& smallest = tuning.points[tuning.smallest];
    EXPECT_TRUE(best.on_frontier && smallest.on_frontier);
    double least_rmse = HUGE_VAL;
    for (const TunePoint& point : tuning.points) least_rmse = std::min(least_rmse, point.rmse.mean);
    EXPECT_LE(smallest.rmse.mean, 1.02 * least_rmse);
    for (const TunePoint& point : tuning.points) {
      EXPECT_LE(best.nll.mean, point.nll.mean);
      EXPECT_TRUE(point.rmse.mean > 1.02 * least_rmse || smallest.bytes <= point.bytes);
    }
  }
}

}  // namespace
}  // namespace direct::tune_test
