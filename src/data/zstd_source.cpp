// SPDX-License-Identifier: MIT
#include <new>
#include <utility>
#include <vector>

#include <zstd.h>

#include <direct/error.h>

#include "data/compressed_source.h"

namespace direct {
namespace {

class ZstdSource : public ByteSource {
 public:
  ZstdSource(std::unique_ptr<ByteSource> compressed, std::string name)
      : compressed_(std::move(compressed)),
        name_(std::move(name)),
        bytes_(ZSTD_DStreamInSize()),
        stream_(ZSTD_createDStream()) {
    if (stream_ == nullptr) throw std::bad_alloc();
  }
  ~ZstdSource() override { ZSTD_freeDStream(stream_); }
  ZstdSource(const ZstdSource&) = delete;
  ZstdSource& operator=(const ZstdSource&) = delete;

  std::size_t read(std::span<char> into) override {
    ZSTD_outBuffer output{into.data(), into.size(), 0};
    while (output.pos == 0) {
      const bool more = has_input();
      if (!more && frame_done_) break;
      // Without input this flushes what the decoder still holds.
      const std::size_t left = ZSTD_decompressStream(stream_, &output, &input_);
      if (ZSTD_isError(left) != 0) fail(std::string("is not valid zstd data: ") + ZSTD_getErrorName(left));
      frame_done_ = left == 0;
      if (!more && output.pos == 0 && !frame_done_) fail("ends in the middle of its compressed data");
    }
    return output.pos;
  }

 private:
  bool has_input() {
    if (input_.pos < input_.size) return true;
    input_ = {bytes_.data(), compressed_->read(bytes_), 0};
    return input_.size > 0;
  }

  [[noreturn]] void fail(const std::string& message) const { throw Error(ErrorKind::data, name_ + ": " + message); }

  std::unique_ptr<ByteSource> compressed_;
  std::string name_;
  std::vector<char> bytes_;
  ZSTD_DStream* stream_;
  ZSTD_inBuffer input_{nullptr, 0, 0};
  bool frame_done_ = true;
};

}  // namespace

std::unique_ptr<ByteSource> zstd_source(std::unique_ptr<ByteSource> compressed, std::string name) {
  return std::make_unique<ZstdSource>(std::move(compressed), std::move(name));
}

}  // namespace direct
