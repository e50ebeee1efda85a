// SPDX-License-Identifier: MIT
// Rows for fits that pass over them many times: kept in memory while they are few, else read anew for every pass, so
// that memory does not grow with their number. Several ranks share them.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include <direct/data.h>
#include <direct/ranks.h>
#include <direct/statistics.h>

namespace direct {

// Rows of a weight above 0. The inputs are standardised; the targets are as the schema encodes them.
struct PreparedRows {
  Matrix inputs;
  std::vector<double> targets, weights, offsets;

  std::size_t size() const { return targets.size(); }
};

class RowSource {
 public:
  static constexpr std::size_t block_rows = 1024;
  static constexpr std::size_t default_cached_bytes = std::size_t{256} << 20;

  // All of what it refers to must outlive it; `ranks` may be none.
  RowSource(const Dataset& dataset, const Preparation& preparation, const Ranks* ranks, const Progress& progress,
            std::size_t cached_bytes = default_cached_bytes);

  // One pass over the rows of this rank, in their order, in blocks that are shorter only at the end. Every rank calls
  // it as often; what `use` throws on one of them, all throw.
  void for_each(const std::function<void(const PreparedRows&)>& use);

  // The sums over the ranks.
  void sum(std::vector<double>& values) const;
  void sum(SecondMoments& moments) const;

  const FeatureMap& features() const { return preparation_.features; }
  bool is_cached() const { return is_complete_; }
  const std::vector<std::string>& warnings() const { return warnings_; }  // of the first pass

 private:
  void read(const Progress& progress, const std::function<void(const PreparedRows&)>& use);
  void keep(const PreparedRows& rows);

  const Dataset& dataset_;
  const Preparation& preparation_;
  const Ranks* ranks_;
  const Progress& progress_;
  std::size_t cached_bytes_, num_bytes_ = 0;
  std::vector<PreparedRows> cache_;
  bool is_complete_ = false;  // the cache holds all rows
  std::vector<std::string> warnings_;
};

}  // namespace direct
