// SPDX-License-Identifier: MIT
#include "data/byte_source.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <utility>

#include <unistd.h>

#include <direct/error.h>

#include "data/compressed_source.h"
#include "data/file_descriptor.h"
#include "data/spool.h"
#include "data/text.h"

namespace direct {
namespace {

class FileSource : public ByteSource {
 public:
  explicit FileSource(const std::string& path) : path_(path), file_(open_for_reading(path, {})) {}

  std::size_t read(std::span<char> into) override {
    const auto count = read_some(file_.number(), into);
    if (count < 0) throw Error(ErrorKind::data, path_ + ": cannot be read: " + system_message());
    return static_cast<std::size_t>(count);
  }

 private:
  std::string path_;
  FileDescriptor file_;
};

// Several sources may read one spool at a time, so each keeps its own place in it.
class SpoolSource : public ByteSource {
 public:
  SpoolSource(std::string path, std::shared_ptr<const SpoolFile> spool, int number)
      : path_(std::move(path)), spool_(std::move(spool)), number_(number) {}

  std::size_t read(std::span<char> into) override {
    for (;;) {
      const auto count = ::pread(number_, into.data(), into.size(), offset_);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) throw Error(ErrorKind::data, display_name(path_) + ": cannot be read: " + system_message());
      offset_ += count;
      return static_cast<std::size_t>(count);
    }
  }

 private:
  std::string path_;
  std::shared_ptr<const SpoolFile> spool_;  // keeps the file open
  int number_;
  off_t offset_ = 0;
};

// Another source whose first bytes can be looked at before they are read.
class PeekedSource : public ByteSource {
 public:
  explicit PeekedSource(std::unique_ptr<ByteSource> source) : source_(std::move(source)) {
    while (end_ < first_.size()) {
      const std::size_t count = source_->read(std::span(first_).subspan(end_));
      if (count == 0) break;
      end_ += count;
    }
  }

  std::string_view first_bytes() const { return {first_.data(), end_}; }

  std::size_t read(std::span<char> into) override {
    if (begin_ == end_) return source_->read(into);
    const std::size_t count = std::min(into.size(), end_ - begin_);
    std::copy_n(first_.begin() + static_cast<std::ptrdiff_t>(begin_), count, into.begin());
    begin_ += count;
    return count;
  }

 private:
  std::unique_ptr<ByteSource> source_;
  std::array<char, 4> first_{};
  std::size_t begin_ = 0, end_ = 0;
};

std::unique_ptr<ByteSource> open_raw(const std::string& path, const std::shared_ptr<const SpoolFile>& spool) {
  if (spool) {
    const auto copy = spool->copies.find(path);
    if (copy != spool->copies.end()) return std::make_unique<SpoolSource>(path, spool, copy->second.number());
  }
  return std::make_unique<FileSource>(path);
}

bool is_gzip(std::string_view first) { return first.substr(0, 2) == "\x1f\x8b"; }

// A zstd file may also start with a skippable frame, whose magic numbers are 0x184D2A50 to 0x184D2A5F.
bool is_zstd(std::string_view first) {
  return first == "\x28\xb5\x2f\xfd" ||
         (first.size() == 4 && (first[0] & 0xF0) == 0x50 && first.substr(1) == "\x2a\x4d\x18");
}

}  // namespace

std::unique_ptr<ByteSource> open_bytes(const std::string& path, const std::shared_ptr<const SpoolFile>& spool) {
  auto source = std::make_unique<PeekedSource>(open_raw(path, spool));
  const std::string_view first = source->first_bytes();
  if (is_gzip(first)) return gzip_source(std::move(source), display_name(path));
  if (is_zstd(first)) return zstd_source(std::move(source), display_name(path));
  return source;
}

}  // namespace direct
