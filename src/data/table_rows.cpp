// SPDX-License-Identifier: MIT
#include "data/table_rows.h"

#include <fmt/format.h>

#include "data/table_columns.h"

namespace direct {

TableRows::TableRows(const TableChunk& chunk, const RowFilter& keep)
    : source_(*chunk.source),
      keep_(keep),
      records_(source_.format, source_.dialect.file),
      next_row_(chunk.first_row),
      end_row_(chunk.end_row) {
  if (source_.columns) return;
  records_.start(chunk.chunk);
  if (source_.dialect.has_header && chunk.chunk.first_record == 0) records_.next();
}

bool TableRows::next() {
  while (advance()) {
    const std::size_t row = next_row_++;
    if (!keep_ || keep_(row)) return true;
  }
  return false;
}

bool TableRows::advance() {
  if (source_.columns) return next_row_ < end_row_;
  if (!records_.next()) return false;
  check_width();
  return true;
}

Cell TableRows::cell(std::size_t field) const {
  return source_.columns ? source_.columns->cell(field, position()) : parsed_cell(records_.fields()[field]);
}

Place TableRows::place(std::size_t field) const {
  if (source_.columns) return source_.columns->place(position());
  return {source_.dialect.file, records_.line(), field + 1};
}

void TableRows::check_width() const {
  const std::size_t expected = source_.dialect.names.size(), found = records_.fields().size();
  if (found == expected) return;
  fail_at({source_.dialect.file, records_.line()},
          fmt::format("expected {} field{}, found {}", expected, expected == 1 ? "" : "s", found));
}

}  // namespace direct
