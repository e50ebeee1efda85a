// SPDX-License-Identifier: MIT
// Codes of the cells of one input column, as a schema says.
#pragma once

#include <cstddef>
#include <string_view>

#include <direct/data.h>

#include "data/level_table.h"
#include "data/place.h"

namespace direct {

class CellEncoder {
 public:
  // Requires: the schema and its column outlive the encoder.
  CellEncoder(const Schema& schema, const Column& column);

  const Column& column() const { return column_; }
  double code(std::string_view field, const Place& place);  // throws Error(data)
  std::size_t num_unseen() const { return num_unseen_; }

 private:
  double level_code(std::string_view text, const Place& place);

  const Schema& schema_;
  const Column& column_;
  LevelTable levels_;
  std::size_t num_unseen_ = 0;
};

}  // namespace direct
