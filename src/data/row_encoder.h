// SPDX-License-Identifier: MIT
// Encodes rows as a schema says. An encoder may be used by several threads at once, each with its own block.
#pragma once

#include <cstddef>
#include <vector>

#include <direct/data.h>

#include "data/cell_encoder.h"
#include "data/table_rows.h"
#include "data/target_encoder.h"

namespace direct {

// Encoded rows on their way to a Rows.
struct RowBlock {
  std::vector<double> inputs;  // one row after another
  Rows rows;                   // without its inputs
  bool has_weights = false;    // some row came with a weight
  std::size_t num_unseen = 0;  // cells encoded as "no level"

  std::size_t size() const { return rows.positions.size(); }
  void clear();
};

class RowEncoder {
 public:
  // Requires: the schema outlives the encoder.
  explicit RowEncoder(const Schema& schema);

  void append(const TableRows& row, RowBlock& block) const;  // throws Error(data) for a bad cell
  // Moves the inputs of the block to its rows.
  void finish(RowBlock& block) const;

 private:
  void append_inputs(const TableRows& row, double weight, RowBlock& block) const;

  const Schema& schema_;
  std::size_t width_;
  std::vector<CellEncoder> encoders_;
  TargetEncoder target_;
};

}  // namespace direct
