// SPDX-License-Identifier: MIT
// A delimited text file, cut into chunks of whole records. Lines end in LF, CRLF or, in a file without them, CR. A byte
// order mark is skipped. Memory is bounded by the chunk and by the longest record, which has a limit. Where the cuts
// are depends on the text alone.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "data/byte_source.h"
#include "data/csv_record.h"

namespace direct {

constexpr std::size_t default_chunk_bytes = std::size_t{1} << 18;

struct Chunk {
  std::string text;
  std::size_t first_line = 1;    // on which its first record starts, from 1
  std::size_t first_record = 0;  // the number of its first record in the file, from 0; empty lines are no records
};

class ChunkReader {
 public:
  // A delimiter of 0 is detected: of comma, tab and semicolon the one most frequent in the first record.
  // `name` is what messages call the file.
  ChunkReader(std::unique_ptr<ByteSource> source, std::string name, char delimiter = 0,
              std::size_t chunk_bytes = default_chunk_bytes);

  // False at the end. A chunk is longer than chunk_bytes only by the rest of its last record; it may be shorter.
  bool next(Chunk& chunk);

  const CsvFormat& format() const { return format_; }
  const std::string& name() const { return name_; }
  std::size_t num_records() const { return num_records_; }  // so far

 private:
  std::string_view unread() const { return {buffer_.data() + begin_, end_ - begin_}; }
  void read_more();
  void inspect_start();
  std::size_t cut();

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  CsvFormat format_;
  std::size_t chunk_bytes_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // of what has not been read from the buffer
  bool at_end_ = false;              // of the source
  std::size_t next_line_ = 1, num_records_ = 0;
};

}  // namespace direct
