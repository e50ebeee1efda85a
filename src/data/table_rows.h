// SPDX-License-Identifier: MIT
// The rows of a chunk that are kept; every row has as many cells as the first of its file.
#pragma once

#include <cstddef>

#include <direct/data.h>

#include "data/cell.h"
#include "data/place.h"
#include "data/record_reader.h"
#include "data/table_chunks.h"

namespace direct {

class TableRows {
 public:
  // Requires: both stay where they are while the rows are read.
  TableRows(const TableChunk& chunk, const RowFilter& keep);

  // False at the end of the chunk. Throws Error(data) for a ragged row, kept or not.
  bool next();
  const ColumnMatch& match() const { return source_.match; }
  Cell cell(std::size_t field) const;
  Place place(std::size_t field) const;
  std::size_t position() const { return next_row_ - 1; }  // the number of the row in the data set
  std::size_t num_rows() const { return next_row_; }      // in the data set up to here, kept or not

 private:
  bool advance();
  void check_width() const;

  const ChunkSource& source_;
  const RowFilter& keep_;
  RecordReader records_;
  std::size_t next_row_, end_row_;
};

}  // namespace direct
