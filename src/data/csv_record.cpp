// SPDX-License-Identifier: MIT
#include "data/csv_record.h"

#include <algorithm>

namespace direct {
namespace {

std::optional<std::size_t> quoted_length(std::string_view text, const CsvFormat& format, bool at_end) {
  bool inside = false;   // quotes
  bool may_open = true;  // at the start of a field, or after a quote that "" continues
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (inside) {
      inside = c != '"';
      may_open = !inside;
      continue;
    }
    if (c == format.line_end) return i;
    inside = c == '"' && may_open;
    may_open = c == format.delimiter;
  }
  if (at_end && !inside) return text.size();
  return {};
}

CsvRecord record_of(std::string_view text, std::size_t length, const CsvFormat& format) {
  CsvRecord record{.text = text.substr(0, length), .num_bytes = std::min(length + 1, text.size())};
  if (format.line_end == '\n' && record.text.ends_with('\r')) record.text.remove_suffix(1);
  return record;
}

}  // namespace

std::optional<CsvRecord> first_record(std::string_view text, const CsvFormat& format, bool at_end) {
  const std::size_t line = std::min(text.find(format.line_end), text.size());
  if (line == text.size() && !at_end) return {};
  if (text.substr(0, line).find('"') == std::string_view::npos) return record_of(text, line, format);
  const auto length = quoted_length(text, format, at_end);
  if (!length) return {};
  CsvRecord record = record_of(text, *length, format);
  record.has_quotes = true;
  record.num_lines += static_cast<std::size_t>(std::count(text.begin(), text.begin() + *length, format.line_end));
  return record;
}

}  // namespace direct
