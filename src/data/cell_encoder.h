// SPDX-License-Identifier: MIT
// Codes of the cells of one input column, as a schema says. Several threads may ask one encoder.
#pragma once

#include <string_view>

#include <direct/data.h>

#include "data/cell.h"
#include "data/column_code.h"
#include "data/level_table.h"
#include "data/place.h"

namespace direct {

class CellEncoder {
 public:
  // Requires: the schema and its column outlive the encoder.
  CellEncoder(const Schema& schema, const Column& column);

  const Column& column() const { return column_; }
  // Throws Error(data). What a row of weight 0 has need not have been seen in training.
  double code(const Cell& cell, const Place& place, double weight) const;
  bool is_unseen(double code) const { return column_.categorical && code == unseen_level_code; }

 private:
  double level_code(std::string_view text, const Place& place, double weight) const;

  const Schema& schema_;
  const Column& column_;
  LevelTable levels_;
};

}  // namespace direct
