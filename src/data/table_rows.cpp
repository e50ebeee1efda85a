// SPDX-License-Identifier: MIT
#include "data/table_rows.h"

#include <fmt/format.h>

namespace direct {

TableRows::TableRows(const TableChunk& chunk, const RowFilter& keep)
    : table_(*chunk.table), keep_(keep), records_(table_.format, table_.dialect.file), next_row_(chunk.first_row) {
  records_.start(chunk.chunk);
  if (table_.dialect.has_header && chunk.chunk.first_record == 0) records_.next();
}

bool TableRows::next() {
  while (records_.next()) {
    check_width();
    const std::size_t row = next_row_++;
    if (!keep_ || keep_(row)) return true;
  }
  return false;
}

void TableRows::check_width() const {
  const std::size_t expected = table_.dialect.names.size(), found = records_.fields().size();
  if (found == expected) return;
  fail_at({table_.dialect.file, records_.line()},
          fmt::format("expected {} field{}, found {}", expected, expected == 1 ? "" : "s", found));
}

}  // namespace direct
