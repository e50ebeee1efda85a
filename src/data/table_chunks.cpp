// SPDX-License-Identifier: MIT
#include "data/table_chunks.h"

#include <algorithm>
#include <utility>

#include "data/byte_source.h"
#include "data/place.h"
#include "data/table_columns.h"

namespace direct {

TableChunks::TableChunks(const Dataset& dataset, Header header, Match match, std::size_t chunk_bytes)
    : dataset_(dataset), header_(header), match_(std::move(match)), chunk_bytes_(chunk_bytes) {
  if (dataset_.table)
    open_table();
  else
    open_next_file();
}

void TableChunks::open_table() {
  const Dialect& dialect = dataset_.table->dialect;
  ColumnMatch match = match_(dialect);
  warnings_ = match.warnings;
  source_ = std::make_shared<const ChunkSource>(ChunkSource{dialect, {}, std::move(match), dataset_.table});
}

void TableChunks::open_next_file() {
  reader_.reset();
  if (next_file_ == dataset_.paths.size()) return;
  const std::string& path = dataset_.paths[next_file_++];
  Dialect dialect = detected_dialect(dataset_, path, header_);
  header_ = dialect.has_header ? Header::yes : Header::no;
  reader_.emplace(open_bytes(path, dataset_.spool), dialect.file, dialect.delimiter, chunk_bytes_);
  ColumnMatch match = match_(dialect);
  warnings_.insert(warnings_.end(), match.warnings.begin(), match.warnings.end());
  source_ = std::make_shared<const ChunkSource>(ChunkSource{std::move(dialect), reader_->format(), std::move(match)});
}

bool TableChunks::next(TableChunk& chunk) { return dataset_.table ? next_of_table(chunk) : next_of_files(chunk); }

bool TableChunks::next_of_table(TableChunk& chunk) {
  const TableColumns& table = *dataset_.table;
  if (rows_before_ == table.num_rows) return false;
  const std::size_t num_rows = std::max<std::size_t>(chunk_bytes_ / (sizeof(double) * table.columns.size()), 1);
  chunk.source = source_;
  chunk.number = next_chunk_++;
  chunk.first_row = rows_before_;
  chunk.end_row = rows_before_ = std::min(rows_before_ + num_rows, table.num_rows);
  return true;
}

bool TableChunks::next_of_files(TableChunk& chunk) {
  while (reader_) {
    if (reader_->next(chunk.chunk)) {
      chunk.source = source_;
      chunk.number = next_chunk_++;
      chunk.first_row = rows_before_ + std::max(chunk.chunk.first_record, num_headers()) - num_headers();
      return true;
    }
    finish_file();
    open_next_file();
  }
  return false;
}

void TableChunks::finish_file() {
  const std::size_t num_rows = reader_->num_records() - num_headers();
  if (num_rows == 0) fail_at({source_->dialect.file}, "has a header but no data rows");
  rows_before_ += num_rows;
}

TableChunks matched_chunks(const Dataset& dataset, const Schema& schema, const Wanted& wanted,
                           std::size_t chunk_bytes) {
  Header header = dataset.options.header;
  if (header == Header::detect) header = schema.has_header ? Header::yes : Header::no;
  const auto match = [&schema, wanted](const Dialect& file) { return matched_columns(schema, file, wanted); };
  return {dataset, header, match, chunk_bytes};
}

}  // namespace direct
