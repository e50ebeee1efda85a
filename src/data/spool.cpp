// SPDX-License-Identifier: MIT
#include "data/spool.h"

#include <cstdlib>
#include <span>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

#include "data/text.h"

namespace direct {
namespace {

constexpr std::size_t copy_bytes = std::size_t{1} << 18;

FileDescriptor nameless_file() {
  const char* directory = std::getenv("TMPDIR");
  std::string name = std::string(directory != nullptr && *directory != 0 ? directory : "/tmp") + "/direct.XXXXXX";
  FileDescriptor file(::mkstemp(name.data()));
  if (!file.is_open()) throw Error(ErrorKind::resource, name + ": cannot be created: " + system_message());
  ::unlink(name.c_str());
  return file;
}

}  // namespace

bool needs_spool(const std::string& path) {
  struct stat status {};
  return path == "-" || (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode));
}

FileDescriptor spooled(const std::string& path) {
  const FileDescriptor stream = path == "-" ? FileDescriptor(::dup(STDIN_FILENO)) : open_for_reading(path, {});
  FileDescriptor copy = nameless_file();
  std::vector<char> buffer(copy_bytes);
  for (;;) {
    const auto count = read_some(stream.number(), buffer);
    if (count < 0) throw Error(ErrorKind::data, display_name(path) + ": cannot be read: " + system_message());
    if (count == 0) return copy;
    if (!write_all(copy.number(), std::span<const char>(buffer).first(static_cast<std::size_t>(count)))) {
      throw Error(ErrorKind::resource,
                  display_name(path) + ": cannot be copied to a temporary file: " + system_message());
    }
  }
}

}  // namespace direct
