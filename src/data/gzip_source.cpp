// SPDX-License-Identifier: MIT
#include <new>
#include <utility>
#include <vector>

#include <zlib.h>

#include <direct/error.h>

#include "data/compressed_source.h"

namespace direct {
namespace {

constexpr int gzip_window_bits = MAX_WBITS + 16;  // zlib's way of saying: gzip only

class GzipSource : public ByteSource {
 public:
  GzipSource(std::unique_ptr<ByteSource> compressed, std::string name)
      : compressed_(std::move(compressed)), name_(std::move(name)), input_(std::size_t{1} << 17) {
    if (inflateInit2(&stream_, gzip_window_bits) != Z_OK) throw std::bad_alloc();
  }
  ~GzipSource() override { inflateEnd(&stream_); }
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;

  std::size_t read(std::span<char> into) override {
    stream_.next_out = reinterpret_cast<Bytef*>(into.data());
    stream_.avail_out = static_cast<uInt>(into.size());
    while (stream_.avail_out == into.size()) {
      if (member_done_) skip_padding();
      if (!has_input()) break;
      if (member_done_) start_member();
      inflate_some();
    }
    if (stream_.avail_out == into.size() && !member_done_) fail("ends in the middle of its compressed data");
    return into.size() - stream_.avail_out;
  }

 private:
  bool has_input() {
    if (stream_.avail_in > 0) return true;
    stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
    stream_.avail_in = static_cast<uInt>(compressed_->read(input_));
    return stream_.avail_in > 0;
  }

  // Tapes and some tools fill the last block up with zeros.
  void skip_padding() {
    while (has_input() && *stream_.next_in == 0) {
      ++stream_.next_in;
      --stream_.avail_in;
    }
  }

  void start_member() {
    inflateReset(&stream_);
    member_done_ = false;
  }

  void inflate_some() {
    const int status = inflate(&stream_, Z_NO_FLUSH);
    if (status == Z_STREAM_END)
      member_done_ = true;
    else if (status == Z_MEM_ERROR)
      throw std::bad_alloc();
    else if (status != Z_OK && status != Z_BUF_ERROR) {
      fail(std::string("is not valid gzip data: ") + (stream_.msg != nullptr ? stream_.msg : "unknown error"));
    }
  }

  [[noreturn]] void fail(const std::string& message) const { throw Error(ErrorKind::data, name_ + ": " + message); }

  std::unique_ptr<ByteSource> compressed_;
  std::string name_;
  std::vector<char> input_;
  z_stream stream_{};
  bool member_done_ = false;
};

}  // namespace

std::unique_ptr<ByteSource> gzip_source(std::unique_ptr<ByteSource> compressed, std::string name) {
  return std::make_unique<GzipSource>(std::move(compressed), std::move(name));
}

}  // namespace direct
