// SPDX-License-Identifier: MIT
#include "data/record_reader.h"

#include <algorithm>

#include "data/byte_matches.h"
#include "data/place.h"

namespace direct {

void RecordReader::start(const Chunk& chunk) {
  unread_ = chunk.text;
  next_line_ = chunk.first_line;
}

bool RecordReader::next() {
  CsvRecord record;
  do {
    if (unread_.empty()) return false;
    record = *first_record(unread_, format_, true);
    unread_.remove_prefix(record.num_bytes);
    line_ = next_line_;
    next_line_ += record.num_lines;
  } while (record.text.empty());
  fields_.clear();
  if (record.has_quotes)
    split_quoted(record.text);
  else
    split_plain(record.text);
  return true;
}

void RecordReader::split_plain(std::string_view record) {
  const char* start = record.data();
  for_each_match(record, format_.delimiter, [&](std::size_t end) {
    fields_.emplace_back(start, record.data() + end);
    start = record.data() + end + 1;
  });
  fields_.emplace_back(start, record.data() + record.size());
}

void RecordReader::split_quoted(std::string_view record) {
  unescaped_.clear();
  unescaped_.reserve(record.size());  // the fields point into it
  std::size_t start = 0;
  for (;;) {
    std::size_t end = start;
    if (start < record.size() && record[start] == '"') {
      end = unescape_field(record, start);
    } else {
      end = std::min(record.find(format_.delimiter, start), record.size());
      fields_.push_back(record.substr(start, end - start));
    }
    if (end == record.size()) return;
    if (record[end] != format_.delimiter) {
      fail_at({name_, line_, fields_.size()}, "expected the field to end after its closing quote");
    }
    start = end + 1;
  }
}

// Returns where the field ends. Requires: it is closed.
std::size_t RecordReader::unescape_field(std::string_view record, std::size_t start) {
  const std::size_t before = unescaped_.size();
  std::size_t i = start + 1;
  while (record[i] != '"' || (i + 1 < record.size() && record[i + 1] == '"')) {
    i += record[i] == '"' ? 1 : 0;
    unescaped_ += record[i++];
  }
  fields_.push_back(std::string_view(unescaped_).substr(before));
  return i + 1;
}

}  // namespace direct
