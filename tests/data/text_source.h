// SPDX-License-Identifier: MIT
// Text in memory, handed out a few bytes at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <utility>

#include "data/byte_source.h"

namespace direct {

class TextSource : public ByteSource {
 public:
  explicit TextSource(std::string text, std::size_t most = 1 << 16) : text_(std::move(text)), most_(most) {}
  std::size_t read(std::span<char> into) override {
    const std::size_t count = std::min({into.size(), most_, text_.size() - next_});
    std::memcpy(into.data(), text_.data() + next_, count);
    next_ += count;
    return count;
  }

 private:
  std::string text_;
  std::size_t most_;
  std::size_t next_ = 0;
};

}  // namespace direct
