// SPDX-License-Identifier: MIT
// A Table whose columns are known to fit together, in their order.
#pragma once

#include <cstddef>
#include <vector>

#include <direct/table.h>

#include "data/cell.h"
#include "data/dialect.h"
#include "data/place.h"

namespace direct {

struct TableColumns {
  Dialect dialect;
  std::vector<Values> columns;
  std::size_t num_rows = 0;

  Place place(std::size_t row) const { return {.file = dialect.file, .row = row}; }
  Cell cell(std::size_t column, std::size_t row) const;  // throws Error(data) for a code without a level
};

// Throws Error(data), as the conversion of a Table does.
TableColumns table_columns(const Table& table);

}  // namespace direct
