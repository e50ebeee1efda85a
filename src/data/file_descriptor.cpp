// SPDX-License-Identifier: MIT
#include "data/file_descriptor.h"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace direct {

FileDescriptor::~FileDescriptor() {
  if (is_open()) ::close(number_);
}

FileDescriptor open_for_reading(const std::string& path, const FileUse& use) {
  FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) throw Error(use.kind, path + ": cannot be read: " + system_message());
  struct stat status {};
  if (::fstat(file.number(), &status) == 0 && S_ISDIR(status.st_mode)) {
    throw Error(use.kind, path + ": is a directory, expected " + use.expected);
  }
  return file;
}

std::ptrdiff_t read_some(int number, std::span<char> into) {
  for (;;) {
    const auto count = ::read(number, into.data(), into.size());
    if (count >= 0 || errno != EINTR) return count;
  }
}

bool write_all(int number, std::span<const char> bytes) {
  while (!bytes.empty()) {
    const auto count = ::write(number, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

std::string system_message() { return std::generic_category().message(errno); }

}  // namespace direct
