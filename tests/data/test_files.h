// SPDX-License-Identifier: MIT
// Files that live as long as a test, and what calls throw.
#pragma once

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <direct/error.h>

namespace direct {

// A directory that removes itself. Messages name files by their path in it.
class TestDirectory {
 public:
  TestDirectory() {
    static std::atomic<int> count = 0;
    path_ = std::filesystem::temp_directory_path() /
            ("direct_test_data_" + std::to_string(::getpid()) + "_" + std::to_string(count++));
    std::filesystem::create_directory(path_);
  }
  ~TestDirectory() { std::filesystem::remove_all(path_); }
  TestDirectory(const TestDirectory&) = delete;
  TestDirectory& operator=(const TestDirectory&) = delete;

  std::string path(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, std::string_view contents) const {
    std::ofstream(path(name), std::ios::binary) << contents;
    return path(name);
  }
  std::size_t num_files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
  }

 private:
  std::filesystem::path path_;
};

// Changes one byte where it stands: many small changes are fast that way.
inline void set_byte(const std::string& path, std::size_t place, char byte) {
  std::fstream stream(path, std::ios::binary | std::ios::in | std::ios::out);
  stream.seekp(static_cast<std::streamoff>(place)).put(byte);
}

inline std::string file_contents(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

inline std::string gzip(std::string_view text) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
  std::string result(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(result.data());
  stream.avail_out = static_cast<uInt>(result.size());
  deflate(&stream, Z_FINISH);
  result.resize(stream.total_out);
  deflateEnd(&stream);
  return result;
}

inline std::string zstd(std::string_view text) {
  std::string result(ZSTD_compressBound(text.size()), '\0');
  result.resize(ZSTD_compress(result.data(), result.size(), text.data(), text.size(), 3));
  return result;
}

struct Thrown {
  ErrorKind kind;
  std::string message;
  bool operator==(const Thrown&) const = default;
};

inline std::ostream& operator<<(std::ostream& stream, const Thrown& thrown) {
  return stream << "kind " << static_cast<int>(thrown.kind) << ": " << thrown.message;
}

// Nothing when the call returns. Any exception but Error fails the test by itself.
template <typename Call>
std::optional<Thrown> thrown_by(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return Thrown{error.kind(), error.what()};
  }
  return {};
}

inline Thrown data_error(const std::string& message) { return {ErrorKind::data, message}; }
inline Thrown usage_error(const std::string& message) { return {ErrorKind::usage, message}; }

}  // namespace direct
