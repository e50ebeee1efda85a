// SPDX-License-Identifier: MIT
#include "fit/row_source.h"

#include <algorithm>
#include <cmath>

#include "algebra/matrix_rows.h"
#include "data/row_pass.h"

namespace direct {
namespace {

PreparedRows room_for(std::size_t count, std::size_t num_inputs) { return {.inputs = Matrix(count, num_inputs)}; }

std::size_t bytes_of(const PreparedRows& rows) { return (rows.inputs.size() + 3 * rows.size()) * sizeof(double); }

// Cuts rows as they come into blocks.
class Blocks {
 public:
  Blocks(const Scaling& scaling, const std::function<void(const PreparedRows&)>& use)
      : scaling_(scaling), use_(use), block_(room_for(RowSource::block_rows, scaling.input_means.size())) {}

  void add(Rows& rows) {
    standardise_inputs(scaling_, rows.inputs);
    for (std::size_t i = 0; i < rows.targets.size(); ++i) {
      const double weight = rows.weights.empty() ? 1.0 : rows.weights[i];
      if (weight == 0.0) continue;
      for (std::size_t j = 0; j < rows.inputs.cols(); ++j) block_.inputs(block_.size(), j) = rows.inputs(i, j);
      block_.targets.push_back(rows.targets[i]);
      block_.weights.push_back(weight);
      block_.offsets.push_back(scaling_.target_mean + (rows.exposures.empty() ? 0.0 : std::log(rows.exposures[i])));
      if (block_.size() == RowSource::block_rows) flush();
    }
  }

  void flush() {
    if (block_.size() == 0) return;
    const std::size_t count = block_.size();
    if (count < RowSource::block_rows) block_.inputs = rows_of(block_.inputs, 0, count);
    use_(block_);
    block_ = room_for(RowSource::block_rows, scaling_.input_means.size());
  }

 private:
  const Scaling& scaling_;
  const std::function<void(const PreparedRows&)>& use_;
  PreparedRows block_;
};

}  // namespace

RowSource::RowSource(const Dataset& dataset, const Preparation& preparation, const Ranks* ranks,
                     const Progress& progress, std::size_t cached_bytes)
    : dataset_(dataset), preparation_(preparation), ranks_(ranks), progress_(progress), cached_bytes_(cached_bytes) {}

void RowSource::for_each(const std::function<void(const PreparedRows&)>& use) {
  const auto pass = [&](const Progress& progress) {
    if (!is_complete_) return read(progress, use);
    double done = 0.0;
    for (const PreparedRows& rows : cache_) {
      use(rows);
      done += static_cast<double>(rows.size());
      report(progress, {.stage = "rows", .done = done});
    }
  };
  if (ranks_ == nullptr || ranks_->size() == 1) return pass(progress_);
  ranks_->agree(progress_, pass);
}

void RowSource::read(const Progress& progress, const std::function<void(const PreparedRows&)>& use) {
  const bool may_keep = num_bytes_ <= cached_bytes_;
  cache_.clear();
  num_bytes_ = 0;
  double done = 0.0;
  const std::function<void(const PreparedRows&)> use_and_keep = [&](const PreparedRows& rows) {
    use(rows);
    if (may_keep) keep(rows);
  };
  Blocks blocks(preparation_.scaling, use_and_keep);
  const Share share = ranks_ == nullptr ? Share{} : Share{ranks_->rank(), ranks_->size()};
  const RowPass read =
      for_each_block(dataset_, preparation_.schema, RowReader::Targets::required, share, [&](Rows& rows) {
        done += static_cast<double>(rows.targets.size());
        blocks.add(rows);
        report(progress, {.stage = "rows", .done = done});
      });
  blocks.flush();
  warnings_ = read.warnings;
  is_complete_ = may_keep && num_bytes_ <= cached_bytes_;
}

void RowSource::keep(const PreparedRows& rows) {
  num_bytes_ += bytes_of(rows);
  if (num_bytes_ <= cached_bytes_)
    cache_.push_back(rows);
  else
    cache_.clear();
}

void RowSource::sum(std::vector<double>& values) const {
  if (ranks_ != nullptr) ranks_->sum_everywhere(values);
}

void RowSource::sum(SecondMoments& moments) const {
  if (ranks_ != nullptr) ranks_->sum_everywhere(moments);
}

}  // namespace direct
