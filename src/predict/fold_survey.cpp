// SPDX-License-Identifier: MIT
#include "predict/fold_survey.h"

#include <algorithm>
#include <memory>

#include <direct/error.h>

#include "algebra/stopwatch.h"

namespace direct {
namespace {

std::vector<bool> second_class_rows(const Dataset& dataset, const Schema& schema, std::size_t num_rows) {
  std::vector<bool> is_second(num_rows, false);
  RowReader reader(dataset, schema, RowReader::Targets::required);
  for (Rows rows; reader.next(rows);)
    for (std::size_t i = 0; i < rows.targets.size(); ++i) is_second[rows.positions[i]] = rows.targets[i] > 0.5;
  return is_second;
}

void check_classes(const std::vector<bool>& is_second, const Schema& schema) {
  const auto seconds = std::count(is_second.begin(), is_second.end(), true);
  const auto firsts = static_cast<std::ptrdiff_t>(is_second.size()) - seconds;
  if (firsts > 1 && seconds > 1) return;
  throw Error(ErrorKind::data, "the class \"" + schema.classes[firsts > 1 ? 1 : 0] +
                                   "\" has one row, so the fold that tests it has none to learn from; expected at "
                                   "least two rows of each class");
}

}  // namespace

FoldPlan fold_plan(const Dataset& dataset, const Schema& schema, std::size_t num_rows, std::uint64_t seed,
                   const CrossValidationOptions& cv) {
  if (!schema.likelihood->has_classes || !cv.fold_masks.empty()) return {cv, num_rows, seed};
  const std::vector<bool> is_second = second_class_rows(dataset, schema, num_rows);
  check_classes(is_second, schema);
  return {cv, num_rows, seed, is_second};
}

FoldSurvey fold_survey(const Dataset& dataset, const FitOptions& options, const CrossValidationOptions& cv) {
  const Stopwatch stopwatch;
  const Survey all =
      survey(dataset, {.max_pilot_rows = 0, .likelihood = options.likelihood, .progress = options.progress});
  FoldSurvey result{.dataset = dataset, .plan = fold_plan(dataset, all.schema, all.num_rows, options.seed, cv)};
  result.notes = joined(dataset.notes, all.warnings);
  result.dataset.known_schema = std::make_shared<const Schema>(all.schema);
  result.seconds.read = stopwatch.seconds();
  return result;
}

Dataset test_rows(const Dataset& dataset, const FoldPlan& plan, std::size_t fold) {
  return only_rows(dataset, [&plan, fold](std::size_t row) { return plan.tests(fold, row); });
}

Dataset training_rows(const Dataset& dataset, const FoldPlan& plan, std::size_t fold) {
  return only_rows(dataset, [&plan, fold](std::size_t row) { return !plan.tests(fold, row); });
}

std::vector<std::string> joined(std::vector<std::string> first, const std::vector<std::string>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

}  // namespace direct
