// SPDX-License-Identifier: MIT
// Delimited text read in the plainest way, one character after another, and random tables to read.
#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/property.h"

namespace direct {

struct PlainRecord {
  std::vector<std::string> fields;
  std::size_t line = 1;
  bool operator==(const PlainRecord&) const = default;
};

inline std::ostream& operator<<(std::ostream& stream, const PlainRecord& record) {
  stream << record.line << ':';
  for (const std::string& field : record.fields) stream << " [" << field << ']';
  return stream;
}

// Requires: lines end in LF or CRLF, text is well-formed and without a byte order mark.
inline std::vector<PlainRecord> plain_records(std::string_view text, char delimiter) {
  std::vector<PlainRecord> records;
  PlainRecord record{{""}, 1};
  std::size_t line = 1;
  bool quoted = false, field_has_quotes = false, empty = true;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const bool at_end = i == text.size();
    const char c = at_end ? '\n' : text[i];
    if (at_end && empty) break;
    if (c == '\n' && !at_end) ++line;
    if (quoted) {
      const bool twice = c == '"' && i + 1 < text.size() && text[i + 1] == '"';
      if (c != '"' || twice) record.fields.back() += c;
      quoted = c != '"' || twice;
      i += twice ? 1 : 0;
    } else if (c == '\n') {
      if (!empty) records.push_back(record);
      record = {{""}, line};
      field_has_quotes = false, empty = true;
    } else if (c == '\r' && (i + 1 == text.size() || text[i + 1] == '\n')) {
      continue;
    } else if (c == delimiter) {
      record.fields.emplace_back();
      field_has_quotes = false, empty = false;
    } else if (c == '"' && record.fields.back().empty() && !field_has_quotes) {
      quoted = field_has_quotes = true, empty = false;
    } else {
      record.fields.back() += c, empty = false;
    }
  }
  return records;
}

inline std::string in_csv(const std::string& field, char delimiter, bool with_quotes) {
  if (!with_quotes && field.find_first_of(std::string("\"\n\r") + delimiter) == std::string::npos) return field;
  std::string text = "\"";
  for (const char c : field) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + "\"";
}

// A table of nasty texts: quotes, line ends and delimiters in fields, empty lines, perhaps no last line end.
inline std::string random_csv(char delimiter, oracle::Any& any) {
  const auto field = [&] { return any.text_of("ab,;\"\n\r\t 1"); };
  const auto width = any.in_range<std::size_t>(1, 5);
  const auto table = any.some([&] { return any.some(width, field); });
  const std::string line_end = any.element_of(std::vector<std::string>{"\n", "\r\n"});
  std::string text = "h" + std::string(width - 1, delimiter) + line_end;
  for (const auto& record : table) {
    for (std::size_t i = 0; i < width; ++i) {
      const bool with_quotes = any.value<bool>() || (width == 1 && record[i].empty());
      text += (i == 0 ? "" : std::string(1, delimiter)) + in_csv(record[i], delimiter, with_quotes);
    }
    text += line_end + (any.in_range(0, 5) == 0 ? line_end : "");
  }
  if (any.value<bool>()) text.resize(text.size() - line_end.size());
  return text;
}

}  // namespace direct
