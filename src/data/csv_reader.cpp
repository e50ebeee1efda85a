// SPDX-License-Identifier: MIT
#include "data/csv_reader.h"

#include <utility>

namespace direct {

CsvReader::CsvReader(std::unique_ptr<ByteSource> source, std::string name, char delimiter, std::size_t chunk_bytes)
    : chunks_(std::move(source), std::move(name), delimiter, chunk_bytes), records_(chunks_.format(), chunks_.name()) {}

bool CsvReader::next() {
  while (!records_.next()) {
    if (!chunks_.next(chunk_)) return false;
    records_.start(chunk_);
  }
  return true;
}

}  // namespace direct
