// SPDX-License-Identifier: MIT
// A sample of rows that depends on what the rows are, not on where they stand: the rows with the smallest hashes, each
// once. Copies of a row, or a weight above 1, would pass for measurements that agree to the last digit, and whoever
// learns from the sample would learn that there is no noise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace direct {

struct PilotRow {
  std::vector<double> codes;  // of the cells
  std::size_t position;       // of one of its copies
};

class PilotSample {
 public:
  // A strict order of rows that does not depend on the order in which they come.
  using RowOrder = std::function<bool(const std::vector<double>&, const std::vector<double>&)>;

  PilotSample(std::size_t capacity, RowOrder less) : capacity_(capacity), rows_(KeyOrder{std::move(less)}) {}

  bool wants(std::uint64_t hash) const { return rows_.size() < capacity_ || (capacity_ > 0 && hash <= largest_hash_); }
  void offer(std::uint64_t hash, const std::vector<double>& codes, std::size_t position);
  std::vector<PilotRow> chosen() const;  // by hash, then by the order of rows

 private:
  struct Key {
    std::uint64_t hash;
    std::vector<double> codes;
  };
  struct KeyOrder {
    RowOrder less;
    bool operator()(const Key& a, const Key& b) const {
      return a.hash != b.hash ? a.hash < b.hash : less(a.codes, b.codes);
    }
  };

  std::size_t capacity_;
  std::uint64_t largest_hash_ = 0;  // of rows_
  std::map<Key, std::size_t, KeyOrder> rows_;
};

}  // namespace direct
