// SPDX-License-Identifier: MIT
// The records of a delimited text file, one after another.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "data/byte_source.h"
#include "data/chunk_reader.h"
#include "data/record_reader.h"

namespace direct {

class CsvReader {
 public:
  // As ChunkReader.
  CsvReader(std::unique_ptr<ByteSource> source, std::string name, char delimiter = 0,
            std::size_t chunk_bytes = default_chunk_bytes);
  CsvReader(const CsvReader&) = delete;
  CsvReader& operator=(const CsvReader&) = delete;

  // False at the end. The fields live until the next call.
  bool next();
  std::span<const std::string_view> fields() const { return records_.fields(); }
  std::size_t line() const { return records_.line(); }  // on which the record starts, from 1

  char delimiter() const { return chunks_.format().delimiter; }
  const std::string& name() const { return chunks_.name(); }

 private:
  ChunkReader chunks_;
  Chunk chunk_;
  RecordReader records_;
};

}  // namespace direct
