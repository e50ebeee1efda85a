// SPDX-License-Identifier: MIT
#include "data/chunk_reader.h"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "data/csv_start.h"
#include "data/place.h"

namespace direct {
namespace {

constexpr std::size_t read_buffer_bytes = std::size_t{1} << 20;
constexpr std::size_t longest_record_bytes = std::size_t{1} << 26;  // a file of another kind, or a quote left open

}  // namespace

ChunkReader::ChunkReader(std::unique_ptr<ByteSource> source, std::string name, char delimiter, std::size_t chunk_bytes)
    : source_(std::move(source)),
      name_(std::move(name)),
      format_{.delimiter = delimiter},
      chunk_bytes_(std::max<std::size_t>(chunk_bytes, 1)),
      buffer_(read_buffer_bytes) {
  read_more();
  inspect_start();
}

// Moves what is left to the front and fills the buffer, which grows when it is full.
void ChunkReader::read_more() {
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

void ChunkReader::inspect_start() {
  check_is_text(unread(), name_);
  begin_ = byte_order_mark_bytes(unread());
  format_.line_end = detected_line_end(unread());
  if (format_.delimiter == 0) format_.delimiter = detected_delimiter(unread(), format_.line_end);
}

// More is read only when the buffer holds no whole record, so that records before a damage in the file come first.
bool ChunkReader::next(Chunk& chunk) {
  chunk.first_line = next_line_;
  chunk.first_record = num_records_;
  std::size_t length = 0;
  while ((length = cut()) == 0) {
    if (at_end_ && begin_ == end_) return false;
    if (at_end_) fail_at({name_, next_line_}, "a quoted field is not closed");
    read_more();
  }
  chunk.text = unread().substr(0, length);
  begin_ += length;
  return true;
}

// The length of the next chunk; 0 when the buffer does not hold one whole record.
std::size_t ChunkReader::cut() {
  const std::string_view text = unread();
  std::size_t length = 0;
  while (length < std::min(text.size(), chunk_bytes_)) {
    const auto record = first_record(text.substr(length), format_, at_end_);
    if (!record) break;
    length += record->num_bytes;
    next_line_ += record->num_lines;
    num_records_ += record->text.empty() ? 0 : 1;
  }
  return length;
}

}  // namespace direct
