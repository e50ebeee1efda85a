// SPDX-License-Identifier: MIT
// Records of a delimited text file (RFC 4180 and its relatives): fields may be quoted, "" is a quote inside quotes,
// quoted fields may hold delimiters and line ends. Lines end in LF, CRLF or, in a file without them, CR. A byte order
// mark and empty lines are skipped. Memory is bounded by the longest record, which has a limit.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/byte_source.h"

namespace direct {

class CsvReader {
 public:
  // A delimiter of 0 is detected: of comma, tab and semicolon the one most frequent in the first record.
  // `name` is what messages call the file.
  CsvReader(std::unique_ptr<ByteSource> source, std::string name, char delimiter = 0);

  // False at the end. The fields live until the next call.
  bool next();
  std::span<const std::string_view> fields() const { return fields_; }
  std::size_t line() const { return record_line_; }  // on which the record starts, from 1

  char delimiter() const { return delimiter_; }
  const std::string& name() const { return name_; }

 private:
  std::span<char> unread() { return std::span(buffer_).subspan(begin_, end_ - begin_); }
  void read_more();
  void inspect_start();

  bool next_record(std::span<char>& record);
  std::optional<std::size_t> record_length();
  std::optional<std::size_t> quoted_record_length();
  void split_plain(std::span<char> record);
  void split_quoted(std::span<char> record);
  std::size_t unescape_field(std::span<char> record, std::size_t start);

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  char delimiter_;
  char line_end_ = '\n';
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // of what has not been read from the buffer
  bool at_end_ = false;              // of the source
  bool has_quotes_ = false;          // the current record
  std::size_t next_line_ = 1, record_line_ = 0;
  std::vector<std::string_view> fields_;
};

}  // namespace direct
