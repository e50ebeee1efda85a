// SPDX-License-Identifier: MIT
// An open file that closes itself, and reading and writing that know about interrupted calls.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include <direct/error.h>

namespace direct {

class FileDescriptor {
 public:
  explicit FileDescriptor(int number = -1) : number_(number) {}
  ~FileDescriptor();
  FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }

 private:
  int number_;
};

// What is expected of a file, and the kind of the error when it is not there.
struct FileUse {
  ErrorKind kind = ErrorKind::data;
  const char* expected = "a CSV file";
};

// Throws an error of that kind for a file that is not there, a directory, or a file that may not be read.
FileDescriptor open_for_reading(const std::string& path, const FileUse& use);

// The number of bytes read, 0 at the end; negative with errno set.
std::ptrdiff_t read_some(int number, std::span<char> into);
// False with errno set.
[[nodiscard]] bool write_all(int number, std::span<const char> bytes);

std::string system_message();  // of errno

}  // namespace direct
