// SPDX-License-Identifier: MIT
#include <direct/budget.h>

#include <gtest/gtest.h>

#include <direct/error.h>
#include <direct/synthetic.h>

#include "data/test_files.h"

namespace direct::budget_search_test {
namespace {

class BudgetSearchTest : public testing::Test {
 protected:
  BudgetSearchTest() {
    const std::string path = directory_.path("rows.csv");
    generate("sensor", 160, 5, path);
    rows_ = open_dataset({path}, {.target = "gas_ppm"});
  }

  static BudgetOptions options(Budget budget = {}) {
    return {.budget = budget, .num_features = {4, 8}, .levels = {15}, .draws = {2, 4}, .cv = {.folds = 2}};
  }
  static FitOptions fit_options() { return {.num_features = 64, .seed = 2}; }

  TestDirectory directory_;
  Dataset rows_;
};

std::size_t least_flash(const BudgetSearch& search) { return search.points.front().cost.flash_bytes; }

TEST_F(BudgetSearchTest, HasAllThatIsWithinTheBudget) {
  const BudgetSearch all = search_within(rows_, fit_options(), options());
  EXPECT_EQ(all.num_rows, 160U);
  EXPECT_EQ(all.num_folds, 2U);
  const std::size_t limit = (least_flash(all) + all.points.back().cost.flash_bytes) / 2;
  const BudgetSearch some = search_within(rows_, fit_options(), options({.flash_bytes = limit}));
  EXPECT_LT(some.points.size(), all.points.size());
  std::size_t within = 0;
  for (const BudgetPoint& point : all.points) within += point.cost.flash_bytes <= limit ? 1 : 0;
  ASSERT_EQ(some.points.size(), within);
  for (std::size_t i = 0; i < within; ++i) {
    EXPECT_EQ(some.points[i].cost.flash_bytes, all.points[i].cost.flash_bytes);
    EXPECT_EQ(some.points[i].nll.mean, all.points[i].nll.mean);
  }
}

// Cross-validation of the same options, with 20 deviations in floating point.
TEST_F(BudgetSearchTest, ScoresWhatTheChipComputes) {
  BudgetOptions how = options();
  how.features = {FeatureKind::trained};
  how.num_features = {4};
  how.draws = {4};
  const BudgetSearch search = search_within(rows_, fit_options(), how);
  FitOptions same = fit_options();
  same.features = FeatureKind::trained;
  same.num_features = 4;
  same.levels = 15;
  const CrossValidation cv = cross_validate(rows_, same, how.cv);
  std::vector<double> rmse, nll;
  for (const FoldResult& fold : cv.folds) {
    rmse.push_back(fold.evaluation.rmse);
    nll.push_back(fold.evaluation.nll);
  }
  const double expected_rmse = fold_spread(rmse).mean, expected_nll = fold_spread(nll).mean;
  for (const BudgetPoint& point : search.points) {
    EXPECT_NEAR(point.rmse.mean, expected_rmse, 0.02 * expected_rmse);
    EXPECT_NEAR(point.nll.mean, expected_nll, 0.1);
    EXPECT_FALSE(point.is_measured);
  }
}

TEST_F(BudgetSearchTest, TheBestHasTheLeastNllAndNoneOfTheFrontierIsBeaten) {
  const BudgetSearch search = search_within(rows_, fit_options(), options());
  for (const BudgetPoint& point : search.points) {
    if (point.trusted) {
      EXPECT_LE(search.points[search.best].nll.mean, point.nll.mean);
    }
    for (const BudgetPoint& other : search.points)
      EXPECT_FALSE(point.on_frontier && other.nll.mean < point.nll.mean &&
                   other.cost.flash_bytes < point.cost.flash_bytes &&
                   other.cost.instructions < point.cost.instructions);
  }
}

TEST_F(BudgetSearchTest, TakesWhatIsMeasured) {
  BudgetOptions how = options({.instructions = 100});
  how.measure = [](const IntegerModel& model, const std::vector<DeviceForm>& forms, Chip chip) {
    EXPECT_EQ(chip, Chip::cortex_m3);
    return std::vector<DeviceCost>(forms.size(), {.flash_bytes = 10 * model.num_draws, .instructions = 99});
  };
  const BudgetSearch search = search_within(rows_, fit_options(), how);
  ASSERT_EQ(search.points.size(), 8U);  // one form of each, for all are the same
  for (const BudgetPoint& point : search.points) {
    EXPECT_TRUE(point.is_measured);
    EXPECT_EQ(point.cost.flash_bytes, 10 * point.draws);
  }
}

TEST_F(BudgetSearchTest, SaysWhatTheSmallestTakesWhereNothingFits) {
  try {
    search_within(rows_, fit_options(), options({.flash_bytes = 10}));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_EQ(std::string(error.what()).find("no model is within the budget: the smallest takes "), 0U) << error.what();
  }
}

TEST_F(BudgetSearchTest, IsForDeviations) {
  FitOptions mean_field = fit_options();
  mean_field.posterior = PosteriorKind::mean_field;
  EXPECT_THROW(search_within(rows_, mean_field, options()), Error);
  const FitOptions network = network_options({2});
  EXPECT_THROW(search_within(rows_, network, options()), Error);
  BudgetOptions linear = options();
  linear.features = {FeatureKind::linear};
  EXPECT_THROW(search_within(rows_, fit_options(), linear), Error);
  BudgetOptions nothing = options();
  nothing.draws.clear();
  EXPECT_THROW(search_within(rows_, fit_options(), nothing), Error);
}

TEST_F(BudgetSearchTest, CanBeStopped) {
  FitOptions stopping = fit_options();
  stopping.progress = [](const ProgressEvent& event) { return event.done < 2.0; };
  EXPECT_THROW(search_within(rows_, stopping, options()), Interrupted);
}

}  // namespace
}  // namespace direct::budget_search_test
