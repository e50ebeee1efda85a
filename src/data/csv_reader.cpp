// SPDX-License-Identifier: MIT
#include "data/csv_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "data/csv_start.h"
#include "data/place.h"

namespace direct {
namespace {

constexpr std::size_t chunk_bytes = std::size_t{1} << 20;
constexpr std::size_t longest_record_bytes = std::size_t{1} << 26;  // a file of another kind, or a quote left open

const char* find(std::span<const char> text, char wanted) {
  return static_cast<const char*>(std::memchr(text.data(), wanted, text.size()));
}

std::size_t index_of(std::span<const char> text, char wanted) {  // text.size() when absent
  const char* found = text.empty() ? nullptr : find(text, wanted);
  return found == nullptr ? text.size() : static_cast<std::size_t>(found - text.data());
}

}  // namespace

CsvReader::CsvReader(std::unique_ptr<ByteSource> source, std::string name, char delimiter)
    : source_(std::move(source)), name_(std::move(name)), delimiter_(delimiter), buffer_(chunk_bytes) {
  read_more();
  inspect_start();
}

// Moves what is left to the front and fills the buffer, which grows when it is full.
void CsvReader::read_more() {
  std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_), buffer_.begin() + static_cast<std::ptrdiff_t>(end_),
            buffer_.begin());
  end_ -= std::exchange(begin_, 0);
  if (end_ == buffer_.size()) {
    if (end_ >= longest_record_bytes) {
      fail_at({name_, next_line_}, fmt::format("a record is longer than {} MiB; is a quote left open?", end_ >> 20));
    }
    buffer_.resize(2 * end_);
  }
  while (end_ < buffer_.size() && !at_end_) {
    const std::size_t count = source_->read(std::span(buffer_).subspan(end_));
    at_end_ = count == 0;
    end_ += count;
  }
}

void CsvReader::inspect_start() {
  check_is_text(unread(), name_);
  begin_ = byte_order_mark_bytes(unread());
  line_end_ = detected_line_end(unread());
  if (delimiter_ == 0) delimiter_ = detected_delimiter(unread(), line_end_);
}

bool CsvReader::next() {
  std::span<char> record;
  do {
    if (!next_record(record)) return false;
  } while (record.empty());
  fields_.clear();
  if (has_quotes_)
    split_quoted(record);
  else
    split_plain(record);
  return true;
}

// Takes the next record, without its line end, from the buffer.
bool CsvReader::next_record(std::span<char>& record) {
  std::optional<std::size_t> length;
  while (!(length = record_length())) {
    if (at_end_) fail_at({name_, next_line_}, "a quoted field is not closed");
    read_more();
  }
  record = unread().first(*length);
  if (record.empty() && begin_ == end_) return false;
  record_line_ = next_line_;
  next_line_ += 1;
  if (has_quotes_) next_line_ += static_cast<std::size_t>(std::count(record.begin(), record.end(), line_end_));
  begin_ = std::min(end_, begin_ + *length + 1);
  if (line_end_ == '\n' && !record.empty() && record.back() == '\r') record = record.first(record.size() - 1);
  return true;
}

// Nothing when the buffer holds only a part of the record. At the end of the file every rest is a record.
std::optional<std::size_t> CsvReader::record_length() {
  const auto text = unread();
  const std::size_t length = index_of(text, line_end_);
  if (length == text.size() && !at_end_) return {};
  has_quotes_ = index_of(text.first(length), '"') < length;
  return has_quotes_ ? quoted_record_length() : length;
}

std::optional<std::size_t> CsvReader::quoted_record_length() {
  const auto text = unread();
  bool inside = false;   // quotes
  bool may_open = true;  // at the start of a field, or after a quote that "" continues
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (inside) {
      inside = c != '"';
      may_open = !inside;
      continue;
    }
    if (c == line_end_) return i;
    inside = c == '"' && may_open;
    may_open = c == delimiter_;
  }
  if (at_end_ && !inside) return text.size();
  return {};
}

void CsvReader::split_plain(std::span<char> record) {
  const char* start = record.data();
  const char* end = start + record.size();
  while (const char* found = find({start, end}, delimiter_)) {
    fields_.emplace_back(start, found);
    start = found + 1;
  }
  fields_.emplace_back(start, end);
}

void CsvReader::split_quoted(std::span<char> record) {
  std::size_t start = 0;
  for (;;) {
    std::size_t end = start;
    if (start < record.size() && record[start] == '"') {
      end = unescape_field(record, start);
    } else {
      end = start + index_of(record.subspan(start), delimiter_);
      fields_.emplace_back(record.data() + start, end - start);
    }
    if (end == record.size()) return;
    if (record[end] != delimiter_) {
      fail_at({name_, record_line_, fields_.size()}, "expected the field to end after its closing quote");
    }
    start = end + 1;
  }
}

// Writes the field over its own quoted form, and returns where that ends.
std::size_t CsvReader::unescape_field(std::span<char> record, std::size_t start) {
  std::size_t written = start;
  std::size_t i = start + 1;
  while (record[i] != '"' || (i + 1 < record.size() && record[i + 1] == '"')) {
    i += record[i] == '"' ? 1 : 0;
    record[written++] = record[i++];
  }
  fields_.emplace_back(record.data() + start, written - start);
  return i + 1;
}

}  // namespace direct
