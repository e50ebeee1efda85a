// SPDX-License-Identifier: MIT
// Bytes from a file, decompressed where its first bytes say gzip or zstd.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include <direct/data.h>

namespace direct {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // The number of bytes read; 0 only at the end. Throws Error(data) naming the file.
  virtual std::size_t read(std::span<char> into) = 0;
};

// `path` is read from the spool where that has a copy.
std::unique_ptr<ByteSource> open_bytes(const std::string& path, const std::shared_ptr<const SpoolFile>& spool = {});

}  // namespace direct
