// SPDX-License-Identifier: MIT
#include "statistics/rounded_accumulator.h"

#include <algorithm>

#include "algebra/matrix_rows.h"
#include "algebra/stopwatch.h"

namespace direct {
namespace {

constexpr std::size_t rounded_block_rows = 1024;

}  // namespace

void RoundedAccumulator::add(std::span<const double> inputs, double target, double weight) {
  if (targets_.empty()) inputs_.resize(rounded_block_rows, inputs.size());
  for (std::size_t j = 0; j < inputs.size(); ++j) inputs_(targets_.size(), j) = inputs[j];
  targets_.push_back(target);
  weights_.push_back(weight);
  if (targets_.size() == rounded_block_rows) flush();
}

void RoundedAccumulator::flush() {
  if (targets_.empty()) return;
  Stopwatch stopwatch;
  if (targets_.size() < rounded_block_rows) inputs_ = rows_of(inputs_, 0, targets_.size());
  evaluate(*map_, inputs_, features_);
  seconds_->features += stopwatch.lap();
  if (std::all_of(weights_.begin(), weights_.end(), [](double weight) { return weight == 1.0; }))
    sums_.add(features_, targets_);
  else
    sums_.add_weighted(features_, targets_, weights_);
  seconds_->sums += stopwatch.lap();
  targets_.clear();
  weights_.clear();
}

SecondMoments RoundedAccumulator::finish() && {
  flush();
  return std::move(sums_).finish();
}

}  // namespace direct
