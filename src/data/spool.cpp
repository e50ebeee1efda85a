// SPDX-License-Identifier: MIT
#include "data/spool.h"

#include <cstdlib>
#include <span>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "data/text.h"

namespace direct {
namespace {

constexpr std::size_t copy_bytes = std::size_t{1} << 18;

std::string temporary_directory() {
  const char* directory = std::getenv("TMPDIR");
  return directory != nullptr && *directory != 0 ? directory : "/tmp";
}

FileDescriptor nameless_file(const std::string& directory) {
  std::string name = directory + "/direct.XXXXXX";
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

SpooledCopy spooled(const std::string& path) {
  const FileDescriptor stream = path == "-" ? FileDescriptor(::dup(STDIN_FILENO)) : open_for_reading(path, {});
  SpooledCopy copy;
  copy.directory = temporary_directory();
  copy.file = nameless_file(copy.directory);
  std::vector<char> buffer(copy_bytes);
  for (;;) {
    const auto count = read_some(stream.number(), buffer);
    if (count < 0) throw Error(ErrorKind::data, display_name(path) + ": cannot be read: " + system_message());
    if (count == 0) return copy;
    const auto bytes = std::span<const char>(buffer).first(static_cast<std::size_t>(count));
    if (!write_all(copy.file.number(), bytes)) {
      throw Error(ErrorKind::resource,
                  display_name(path) + ": cannot be copied to a temporary file: " + system_message());
    }
    copy.num_bytes += bytes.size();
  }
}

std::string spool_note(const std::string& path, const SpooledCopy& copy) {
  return fmt::format("{}: copied to a temporary file in {} ({}), for the data are read more than once",
                     display_name(path), copy.directory, readable_size(copy.num_bytes));
}

}  // namespace direct
