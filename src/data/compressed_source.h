// SPDX-License-Identifier: MIT
// Decompression of a stream of bytes. Files made of several gzip members or zstd frames read as one.
#pragma once

#include <memory>
#include <string>

#include "data/byte_source.h"

namespace direct {

std::unique_ptr<ByteSource> gzip_source(std::unique_ptr<ByteSource> compressed, std::string name);
std::unique_ptr<ByteSource> zstd_source(std::unique_ptr<ByteSource> compressed, std::string name);

}  // namespace direct
