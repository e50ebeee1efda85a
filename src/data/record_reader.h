// SPDX-License-Identifier: MIT
// The records of a chunk, split into their fields; empty lines are skipped. The chunk stays as it is.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/chunk_reader.h"
#include "data/csv_record.h"

namespace direct {

class RecordReader {
 public:
  // `name` is what messages call the file.
  RecordReader(const CsvFormat& format, std::string name) : format_(format), name_(std::move(name)) {}

  // Requires: the chunk stays where it is while its records are read.
  void start(const Chunk& chunk);

  // False at the end of the chunk. The fields live until the next call.
  bool next();
  std::span<const std::string_view> fields() const { return fields_; }
  std::size_t line() const { return line_; }  // on which the record starts, from 1
  const std::string& name() const { return name_; }

 private:
  void split_plain(std::string_view record);
  void split_quoted(std::string_view record);
  std::size_t unescape_field(std::string_view record, std::size_t start);

  CsvFormat format_;
  std::string name_;
  std::string_view unread_;
  std::size_t line_ = 0, next_line_ = 1;
  std::vector<std::string_view> fields_;
  std::string unescaped_;  // the quoted fields of the record, without their quotes
};

}  // namespace direct
