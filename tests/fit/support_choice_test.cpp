// SPDX-License-Identifier: MIT
#include <direct/evaluate.h>

#include <gtest/gtest.h>

#include "oracle/random_problem.h"
#include "oracle/table.h"

namespace direct::support_choice_test {
namespace {

double rmse_ratio(const FitOptions& options, std::size_t num_rows) {
  oracle::TinyProblem table = oracle::random_regression(5, num_rows, 2, 2, 1.0);
  for (std::size_t i = 0; i < num_rows; ++i) table.targets[i] = 3.0 * table.features(i, 0) + 0.1 * table.targets[i];
  const Dataset dataset = oracle::table_of(table.features, table.targets);
  const Evaluation scores = evaluate(fit(dataset, options).model, dataset);
  return scores.rmse / scores.yardstick->rmse;
}

// With many rows the evidence knows the weights so well that it keeps the steps of the grid short, and its end far
// below the one large weight. The support must hold it all the same; four bits then cost a step, not the weight.
TEST(SupportChoice, HoldsALargeWeightThatManyRowsDetermine) {
  EXPECT_LT(rmse_ratio({.features = FeatureKind::linear, .threads = 1}, 200), 4.0);
  EXPECT_LT(rmse_ratio({.features = FeatureKind::linear, .threads = 1}, 10000), 4.0);
}

// The noise is far too small, and the scale of the weights goes with it.
TEST(SupportChoice, HoldsALargeWeightWhateverTheNoise) {
  EXPECT_LT(rmse_ratio({.features = FeatureKind::linear, .noise = "1e-8", .threads = 1}, 500), 4.0);
}

}  // namespace
}  // namespace direct::support_choice_test
