// SPDX-License-Identifier: MIT
// All files of a data set, one after another, in chunks that know which rows they hold.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <direct/data.h>

#include "data/chunk_reader.h"
#include "data/column_match.h"
#include "data/dialect.h"

namespace direct {

// A file: how it is written, and where it has the columns that are wanted.
struct Table {
  Dialect dialect;
  CsvFormat format;
  ColumnMatch match;
};

struct TableChunk {
  std::shared_ptr<const Table> table;
  Chunk chunk;                // the first of a file starts with the header
  std::size_t number = 0;     // through all files
  std::size_t first_row = 0;  // the number, through all files, of its first row
};

class TableChunks {
 public:
  using Match = std::function<ColumnMatch(const Dialect&)>;

  // Opens the first file; `header` is for that one, and the others are as it is. Requires: the data set outlives this.
  TableChunks(const Dataset& dataset, Header header, Match match, std::size_t chunk_bytes);

  // False at the end. Throws Error(data) for a file that is damaged or has no rows, or whose columns do not match.
  bool next(TableChunk& chunk);
  const std::vector<std::string>& warnings() const { return warnings_; }  // about the files opened so far

 private:
  void open_next_file();
  std::size_t num_headers() const { return table_->dialect.has_header ? 1 : 0; }
  void finish_file();

  const Dataset& dataset_;
  Header header_;
  Match match_;
  std::size_t chunk_bytes_;
  std::size_t next_file_ = 0, next_chunk_ = 0;
  std::size_t rows_before_ = 0;  // in the files before
  std::shared_ptr<const Table> table_;
  std::optional<ChunkReader> reader_;  // empty after the last file
  std::vector<std::string> warnings_;
};

// Of files that have the columns of a schema. Requires: the data set and the schema outlive the chunks.
TableChunks matched_chunks(const Dataset& dataset, const Schema& schema, const Wanted& wanted,
                           std::size_t chunk_bytes = default_chunk_bytes);

}  // namespace direct
