// SPDX-License-Identifier: MIT
#include <direct/statistics.h>

#include <algorithm>

#include "algebra/stopwatch.h"

namespace direct {
namespace {

constexpr std::size_t block_rows = 1024;

// Collects the rows of one group until a block is full, so that many groups do not make blocks small.
class GroupAccumulator {
 public:
  explicit GroupAccumulator(const Preparation& preparation)
      : preparation_(&preparation), sums_(preparation.features.num_features()) {}

  void add(const Rows& rows, std::size_t row, Accumulation& seconds) {
    if (targets_.empty()) inputs_.resize(block_rows, rows.inputs.cols());
    for (std::size_t j = 0; j < rows.inputs.cols(); ++j) inputs_(targets_.size(), j) = rows.inputs(row, j);
    targets_.push_back(rows.targets[row]);
    if (targets_.size() == block_rows) flush(seconds);
  }

  void flush(Accumulation& seconds) {
    if (targets_.empty()) return;
    Stopwatch stopwatch;
    if (targets_.size() < block_rows) drop_unused_rows();
    standardise_inputs(preparation_->scaling, inputs_);
    standardise_targets(preparation_->scaling, targets_);
    evaluate(preparation_->features, inputs_, features_);
    seconds.features_seconds += stopwatch.lap();
    sums_.add(features_, targets_);
    seconds.sums_seconds += stopwatch.lap();
    targets_.clear();
  }

  SecondMoments finish() && { return std::move(sums_).finish(); }

 private:
  void drop_unused_rows() {
    Matrix used(targets_.size(), inputs_.cols());
    for (std::size_t j = 0; j < inputs_.cols(); ++j)
      std::copy_n(inputs_.column(j).begin(), used.rows(), used.column(j).begin());
    inputs_ = std::move(used);
  }

  const Preparation* preparation_;
  MomentAccumulator sums_;
  Matrix inputs_, features_;
  std::vector<double> targets_;
};

}  // namespace

Accumulation accumulate(const Dataset& dataset, const Preparation& preparation, int num_groups, const RowGroup& group,
                        const Progress& progress) {
  Stopwatch stopwatch;
  Accumulation result;
  std::vector<GroupAccumulator> groups(static_cast<std::size_t>(num_groups), GroupAccumulator(preparation));
  RowReader reader(dataset, preparation.schema, RowReader::Targets::required, block_rows);
  double done = 0.0;
  for (Rows rows; reader.next(rows);) {
    for (std::size_t i = 0; i < rows.targets.size(); ++i) {
      const int g = group(rows.positions[i]);
      if (g >= 0) groups[static_cast<std::size_t>(g)].add(rows, i, result);
    }
    done += static_cast<double>(rows.targets.size());
    report(progress, {.stage = "statistics", .done = done});
  }
  for (GroupAccumulator& g : groups) {
    g.flush(result);
    result.groups.push_back(std::move(g).finish());
  }
  result.warnings = reader.warnings();
  result.read_seconds = stopwatch.seconds() - result.features_seconds - result.sums_seconds;
  return result;
}

Accumulation accumulate(const Dataset& dataset, const Preparation& preparation, const Progress& progress) {
  return accumulate(
      dataset, preparation, 1, [](std::size_t) { return 0; }, progress);
}

}  // namespace direct
