// SPDX-License-Identifier: MIT
#include <direct/predict.h>

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
  RowReader reader(dataset, preparation.schema, RowReader::Targets::required);
  for (Rows rows; reader.next(rows);)
    for (std::size_t i = 0; i < rows.targets.size(); ++i)
      result.num_found += left.erase(contents(rows.inputs, i, rows.targets[i]));
  return result;
}

bool are_training_rows(const TrainedRows& rows) { return 2 * rows.num_found > rows.num_pilot_rows; }

}  // namespace direct
