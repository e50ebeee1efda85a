// SPDX-License-Identifier: MIT
// All files of a data set, one after another, or its table, in chunks that know which rows they hold.
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

// A file, or a table in memory: how it is written, and where it has the columns that are wanted.
struct ChunkSource {
  Dialect dialect;
  CsvFormat format;
  ColumnMatch match;
  std::shared_ptr<const TableColumns> columns = {};  // of a table
};

struct TableChunk {
  std::shared_ptr<const ChunkSource> source;
  Chunk chunk;                // of a file, whose first starts with the header
  std::size_t number = 0;     // through all files
  std::size_t first_row = 0;  // the number, through all files, of its first row
  std::size_t end_row = 0;    // of a table
};

class TableChunks {
 public:
  using Match = std::function<ColumnMatch(const Dialect&)>;

  // Opens the first file; `header` is for that one, and the others are as it is. A chunk of a table has about as many
  // bytes as one of a file. Requires: the data set outlives this.
  TableChunks(const Dataset& dataset, Header header, Match match, std::size_t chunk_bytes);

  // False at the end. Throws Error(data) for a file that is damaged or has no rows, or whose columns do not match.
  bool next(TableChunk& chunk);
  const std::vector<std::string>& warnings() const { return warnings_; }  // about the files opened so far

 private:
  void open_next_file();
  void open_table();
  bool next_of_table(TableChunk& chunk);
  bool next_of_files(TableChunk& chunk);
  std::size_t num_headers() const { return source_->dialect.has_header ? 1 : 0; }
  void finish_file();

  const Dataset& dataset_;
  Header header_;
  Match match_;
  std::size_t chunk_bytes_;
  std::size_t next_file_ = 0, next_chunk_ = 0;
  std::size_t rows_before_ = 0;  // in the files before, or in the chunks before of a table
  std::shared_ptr<const ChunkSource> source_;
  std::optional<ChunkReader> reader_;  // empty after the last file
  std::vector<std::string> warnings_;
};

// Of files that have the columns of a schema. Requires: the data set and the schema outlive the chunks.
TableChunks matched_chunks(const Dataset& dataset, const Schema& schema, const Wanted& wanted,
                           std::size_t chunk_bytes = default_chunk_bytes);

}  // namespace direct
