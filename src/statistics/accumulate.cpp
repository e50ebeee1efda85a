// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/statistics.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "algebra/stopwatch.h"
#include "data/row_pass.h"
#include "data/text.h"
#include "features/integer_fourier.h"
#include "statistics/integer_accumulator.h"
#include "statistics/integer_target.h"
#include "statistics/rounded_accumulator.h"

namespace direct {
namespace {

// What the groups of one pass share.
struct PassState {
  explicit PassState(const FeatureMap& features) : map(features) {
    if (map.integer) integer.emplace(*map.integer);
  }

  const FeatureMap& map;
  std::optional<IntegerWorkspace> integer;
  RoundedSeconds rounded;
  std::size_t fractional_rows = 0, saturated_cells = 0;
};

// Rows with integer features and whole weights are summed exactly, all others are not.
class GroupAccumulator {
 public:
  explicit GroupAccumulator(PassState& pass) : pass_(&pass) {
    if (pass.integer)
      exact_.emplace(*pass.integer);
    else
      rounded_.emplace(pass.map, pass.rounded);
  }

  // `codes` are those of the inputs, where the features are integers.
  void add(std::span<const double> inputs, std::span<const std::int16_t> codes, double target, double weight) {
    if (exact_ && weight == std::floor(weight))
      return exact_->add(codes, target, static_cast<std::uint64_t>(std::min(weight, 0x1p63)));
    if (exact_) ++pass_->fractional_rows;
    if (!rounded_) rounded_.emplace(pass_->map, pass_->rounded);
    rounded_->add(inputs, target, weight);
  }

  Statistics finish() && {
    Statistics statistics;
    if (exact_) statistics.exact = std::move(*exact_).finish();
    if (rounded_) statistics.rounded = std::move(*rounded_).finish();
    return statistics;
  }

 private:
  PassState* pass_;
  std::optional<IntegerAccumulator> exact_;
  std::optional<RoundedAccumulator> rounded_;
};

// The pass itself: standardises blocks of rows and hands each row to its group.
class Pass {
 public:
  Pass(const Preparation& preparation, const AccumulateOptions& options)
      : preparation_(preparation), options_(options), state_(preparation.features) {
    for (int g = 0; g < options.num_groups; ++g) groups_.emplace_back(state_);
  }

  void add(Rows& rows) {
    standardise_inputs(preparation_.scaling, rows.inputs);
    standardise_targets(preparation_.scaling, rows.targets);
    std::vector<double> inputs(rows.inputs.cols());
    std::vector<std::int16_t> codes(rows.inputs.cols());
    for (std::size_t i = 0; i < rows.targets.size(); ++i) {
      const int group = options_.group ? options_.group(rows.positions[i]) : 0;
      const double weight = rows.weights.empty() ? 1.0 : rows.weights[i];
      if (group < 0 || weight == 0.0) continue;
      check_target(rows, i);
      for (std::size_t j = 0; j < inputs.size(); ++j) inputs[j] = rows.inputs(i, j);
      if (state_.integer) state_.saturated_cells += quantise(state_.integer->map, inputs, codes);
      groups_[static_cast<std::size_t>(group)].add(inputs, codes, rows.targets[i], weight);
    }
    done_ += static_cast<double>(rows.targets.size());
    report(options_.progress, {.stage = "statistics", .done = done_});
  }

  // Without the seconds of reading.
  Accumulation finish(const RowPass& read) {
    Accumulation result;
    result.notes = read.warnings;
    for (GroupAccumulator& group : groups_) result.groups.push_back(std::move(group).finish());
    result.seconds.features = state_.rounded.features + (state_.integer ? state_.integer->features_seconds : 0.0);
    result.seconds.statistics = state_.rounded.sums + (state_.integer ? state_.integer->sums_seconds : 0.0);
    add_warnings(result.notes);
    return result;
  }

 private:
  // Given features leave the target as it is, and nothing is fixed-point about it.
  void check_target(const Rows& rows, std::size_t i) const {
    if (!state_.integer || std::abs(rows.targets[i]) < most_target) return;
    throw Error(ErrorKind::data,
                fmt::format("the target {} of row {} (counted from 0 through all files) is more than a million "
                            "deviations from the mean that the scaling was learned from",
                            in_quotes(preparation_.schema.target_name), rows.positions[i]));
  }

  void add_warnings(std::vector<std::string>& warnings) const {
    if (state_.saturated_cells > 0)
      warnings.push_back(
          fmt::format("cells beyond the range of the integer features, taken at its ends: {}", state_.saturated_cells));
    if (state_.fractional_rows > 0)
      warnings.push_back(
          fmt::format("{} rows have a fractional weight: the statistics are no longer exact, and their "
                      "last digits depend on the order of the rows",
                      state_.fractional_rows));
  }

  const Preparation& preparation_;
  const AccumulateOptions& options_;
  PassState state_;
  std::vector<GroupAccumulator> groups_;
  double done_ = 0.0;
};

}  // namespace

Accumulation accumulate(const Dataset& dataset, const Preparation& preparation, const AccumulateOptions& options) {
  const Stopwatch stopwatch;
  Pass pass(preparation, options);
  const RowPass read = for_each_block(dataset, preparation.schema, RowReader::Targets::required, options.share,
                                      [&](Rows& rows) { pass.add(rows); });
  Accumulation result = pass.finish(read);
  result.seconds.read = stopwatch.seconds() - result.seconds.features - result.seconds.statistics;
  return result;
}

}  // namespace direct
