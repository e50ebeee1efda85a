// SPDX-License-Identifier: MIT
// Priors and supports from the options to a model and its file.
#include <direct/evaluate.h>

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>

#include "data/test_files.h"
#include "fit/hyperparameters.h"
#include "oracle/random_problem.h"
#include "oracle/table.h"

namespace direct::supports_test {
namespace {

class Supports : public testing::Test {
 protected:
  Supports() {
    const oracle::TinyProblem table = oracle::random_regression(5, 200, 2, 2, 0.3);
    dataset_ = oracle::table_of(table.features, table.targets);
  }

  Training fitted(FitOptions options) const {
    options.features = FeatureKind::linear;
    options.threads = 1;
    return fit(dataset_, options);
  }
  double rmse_ratio(const FitOptions& options) const {
    const Evaluation scores = evaluate(fitted(options).model, dataset_);
    return scores.rmse / scores.yardstick->rmse;
  }

  TestDirectory directory_;
  Dataset dataset_;
};

constexpr PriorKind all_kinds[] = {PriorKind::gaussian, PriorKind::uniform, PriorKind::laplace, PriorKind::spike_slab};

Matrix own_levels(std::size_t num_weights) {
  Matrix levels(31, num_weights);
  for (std::size_t j = 0; j < num_weights; ++j)
    for (std::size_t k = 0; k < 31; ++k)
      levels(k, j) = (static_cast<double>(k) - 15.0) * 0.1 / static_cast<double>(1 + j);
  return levels;
}

TEST_F(Supports, OfEveryKindPredictWithEveryPriorAndPosterior) {
  for (const char* support : {"auto", "pow2", "-1.5:1.6", "-1.5,-1,-0.8,-0.6,-0.4,-0.2,0,0.2,0.4,0.6,0.8,1,1.5", "@f"})
    for (const PriorKind kind : all_kinds)
      for (const PosteriorKind posterior : {PosteriorKind::mean_field, PosteriorKind::mixture, PosteriorKind::draws}) {
        FitOptions options{.levels = 31, .support = support, .prior = kind, .posterior = posterior};
        if (has_support_file(options)) options.support_levels = own_levels(3);
        EXPECT_LT(rmse_ratio(options), 1.6) << support << static_cast<int>(kind) << static_cast<int>(posterior);
      }
}

TEST_F(Supports, OfPowersOfTwoMoveByWholePowersToHoldTheMean) {
  const Training first = fitted({.support = "pow2", .prior_scale = "0.05", .noise = "0.001"});
  EXPECT_TRUE(std::ranges::any_of(first.report.notes, [](const std::string& note) {
    return note.starts_with("the support is +-");
  })) << first.report.notes.size();
  const auto levels = first.model.prior.levels.column(0);
  EXPECT_EQ(std::log2(levels.back()), std::round(std::log2(levels.back())));
  EXPECT_GT(levels.back(), 0.5);
  for (std::size_t k = 8; k + 1 < levels.size(); ++k) EXPECT_EQ(levels[k + 1], 2.0 * levels[k]);
}

TEST_F(Supports, OfEachWeightAreKeptByFilesAndUpdates) {
  FitOptions options{.support = "@levels.txt", .prior = PriorKind::spike_slab, .spike = 0.25};
  options.support_levels = own_levels(3);
  const TrainedModel model = fitted(options).model;
  EXPECT_TRUE(model.prior.levels == options.support_levels);
  save_model(model, directory_.path("m.direct"));
  const TrainedModel loaded = load_model(directory_.path("m.direct"));
  EXPECT_EQ(loaded.prior.kind, PriorKind::spike_slab);
  EXPECT_EQ(loaded.prior.spike, 0.25);
  EXPECT_EQ(loaded.options.spike, 0.25);
  EXPECT_EQ(loaded.options.support, "@levels.txt");
  EXPECT_TRUE(loaded.options.support_levels == options.support_levels);
  EXPECT_TRUE(update(loaded, dataset_).model.prior.levels == options.support_levels);
}

TEST_F(Supports, OfAnotherNumberOfWeightsAreRefused) {
  FitOptions options{.support = "@levels.txt"};
  options.support_levels = own_levels(4);
  EXPECT_EQ(
      thrown_by([&] { fitted(options); }),
      data_error("levels.txt: expected the levels of 3 weights, a line each in the order of the features, found 4"));
}

TEST(FirstPrior, OfASpikeEndsAtThreeDeviationsOfTheSlab) {
  const WeightPrior prior = first_prior(2, {.weight = 0.25}, {.prior = PriorKind::spike_slab, .spike = 0.75});
  EXPECT_NEAR(prior.levels(14, 0), 3.0, 1e-14);
  EXPECT_EQ(prior.levels(7, 1), 0.0);
  EXPECT_EQ(prior.variances[1], 0.25);
  EXPECT_EQ(prior.spike, 0.75);
}

TEST(FirstPrior, OfALearnedSupportIsThatOfAuto) {
  const Variances variances{.weight = 0.3};
  const WeightPrior expected = first_prior(2, variances, {.levels = 16});
  for (const char* word : {"learned", "learned-shared"})
    EXPECT_TRUE(first_prior(2, variances, {.levels = 16, .support = word}).levels == expected.levels);
}

TEST(FirstPrior, OfPowersOfTwoEndsAtTheOneNearestToThreeDeviations) {
  const WeightPrior prior = first_prior(1, {.weight = 1.0}, {.levels = 5, .support = "pow2"});
  EXPECT_EQ(prior.levels(4, 0), 4.0);
  EXPECT_EQ(prior.levels(3, 0), 2.0);
}

void expect_refused(const FitOptions& options, const std::string& message) {
  EXPECT_EQ(thrown_by([&] { check(options); }), usage_error(message));
}

TEST(CheckOptions, RefusesPriorsAndSupportsThatDoNotGoTogether) {
  expect_refused({.levels = 16, .support = "pow2"},
                 "`levels`: `support` pow2 has zero and as many levels either side; expected an odd number, found 16");
  expect_refused({.levels = 2, .support = "auto", .prior = PriorKind::spike_slab},
                 "`levels`: a spike-slab prior needs a level that is zero; expected 3 or more, found 2");
  expect_refused({.support = "1:2", .prior = PriorKind::spike_slab},
                 "a spike-slab prior needs a level that is zero, found none among 15 from 1 to 2");
  expect_refused({.support = "-1,1", .prior = PriorKind::spike_slab},
                 "a spike-slab prior needs a level that is zero, found none among 2 from -1 to 1");
  for (const double spike : {0.0, 1.0, -1.0})
    expect_refused(
        {.prior = PriorKind::spike_slab, .spike = spike},
        "`spike`: expected a probability above 0 and below 1, found " + std::to_string(static_cast<int>(spike)));
  for (const PriorKind kind : {PriorKind::laplace, PriorKind::spike_slab})
    expect_refused({.prior = kind, .prior_mixture = "0.5:1,0.5:2"},
                   "`prior_mixture`: its factors are those of the scale of a Gaussian; expected `prior` gaussian");
}

TEST(CheckOptions, WantsTheLevelsOfAFileWithItsName) {
  expect_refused({.support = "@f"},
                 "the levels of each weight go with `support` @FILE, found 0 weights with `support` @f");
  FitOptions options;
  options.support_levels = own_levels(2);
  expect_refused(options, "the levels of each weight go with `support` @FILE, found 2 weights with `support` learned");
  options.support = "@f";
  check(options);
  options.support_levels(1, 1) = std::nan("");
  expect_refused(options, "the levels of a support must be finite, found nan");
}

}  // namespace
}  // namespace direct::supports_test
