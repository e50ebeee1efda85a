// SPDX-License-Identifier: MIT
// Where the records of a delimited text (RFC 4180 and its relatives) end: fields may be quoted, "" is a quote inside
// quotes, and quoted fields may hold delimiters and line ends.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace direct {

struct CsvFormat {
  char delimiter = ',';
  char line_end = '\n';  // '\n' stands for CRLF, too
};

struct CsvRecord {
  std::string_view text;      // without its line end
  std::size_t num_bytes = 0;  // with it
  std::size_t num_lines = 1;
  bool has_quotes = false;
};

// Nothing when the text holds only a part of its first record. At the end of the file every rest is a record, unless a
// quote is open.
std::optional<CsvRecord> first_record(std::string_view text, const CsvFormat& format, bool at_end);

}  // namespace direct
