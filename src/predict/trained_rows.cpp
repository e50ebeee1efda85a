// SPDX-License-Identifier: MIT
#include <direct/evaluate.h>

#include <algorithm>
#include <set>

namespace direct {
namespace {

std::vector<double> contents(const Matrix& inputs, std::size_t row, double target) {
  std::vector<double> values(inputs.cols());
  for (std::size_t j = 0; j < inputs.cols(); ++j) values[j] = inputs(row, j);
  values.push_back(target);
  return values;
}

}  // namespace

TrainedRows trained_rows(const TrainedModel& model, const Dataset& dataset) {
  const Preparation& preparation = model.preparation;
  const std::vector<double>& targets = preparation.pilot_targets;
  std::set<std::vector<double>> left;
  for (std::size_t i = 0; i < targets.size(); ++i) left.insert(contents(preparation.pilot_inputs, i, targets[i]));
  TrainedRows result{.num_pilot_rows = left.size()};
  if (left.empty()) return result;
  double num_rows = 0.0;
  RowReader reader(dataset, preparation.schema, RowReader::Targets::required);
  for (Rows rows; reader.next(rows);) {
    num_rows += static_cast<double>(rows.targets.size());
    for (std::size_t i = 0; i < rows.targets.size(); ++i)
      result.num_found += left.erase(contents(rows.inputs, i, rows.targets[i]));
  }
  // Where rows repeat each other some are found in any file of their kind.
  const bool repeat = result.num_pilot_rows < targets.size();
  const double share = repeat ? 1.0 : std::min(1.0, num_rows / std::max(1.0, model.summary.num_rows));
  result.num_expected = share * static_cast<double>(result.num_pilot_rows);
  return result;
}

bool are_training_rows(const TrainedRows& rows) {
  return 2.0 * static_cast<double>(rows.num_found) > rows.num_expected;
}

}  // namespace direct
