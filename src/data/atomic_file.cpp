// SPDX-License-Identifier: MIT
#include "data/atomic_file.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include <direct/error.h>

namespace direct {
namespace {

constexpr std::size_t write_buffer_bytes = std::size_t{1} << 16;
constexpr int most_names = 100;

// A link stays a link: what it points to is replaced.
std::string without_links(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> resolved(::realpath(path.c_str(), nullptr), &std::free);
  return resolved ? resolved.get() : path;
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path) : path_(path), target_(without_links(path)) {
  struct stat status {};
  const bool exists = ::stat(target_.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) {
    errno = EISDIR;
    fail();
  }
  if (exists && !S_ISREG(status.st_mode)) {
    file_ = FileDescriptor(::open(target_.c_str(), O_WRONLY | O_CLOEXEC));
    if (!file_.is_open()) fail();
    return;
  }
  if (exists && ::access(target_.c_str(), W_OK) != 0) fail();
  create_temporary();
  if (exists && ::fchmod(file_.number(), status.st_mode & 07777U) != 0) fail();
}

AtomicFile::~AtomicFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

// open() rather than mkstemp(): a new file gets the permissions that the user's umask allows.
void AtomicFile::create_temporary() {
  const std::filesystem::path target(target_);
  for (int attempt = 0; attempt < most_names; ++attempt) {
    const std::string name = fmt::format(".{}.{}.{}", target.filename().string(), ::getpid(), attempt);
    const std::string candidate = (target.parent_path() / name).string();
    file_ = FileDescriptor(::open(candidate.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (file_.is_open()) {
      temporary_ = candidate;
      return;
    }
    if (errno != EEXIST) break;
  }
  fail();
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  write(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

void AtomicFile::write(std::string_view text) {
  if (buffer_.size() + text.size() < write_buffer_bytes) {
    buffer_ += text;
    return;
  }
  flush();
  if (!write_all(file_.number(), text)) fail();
}

void AtomicFile::flush() {
  if (!write_all(file_.number(), buffer_)) fail();
  buffer_.clear();
}

void AtomicFile::commit() {
  flush();
  if (temporary_.empty()) return;
  if (::fsync(file_.number()) != 0 || ::rename(temporary_.c_str(), target_.c_str()) != 0) fail();
  temporary_.clear();
}

void AtomicFile::fail() const { throw Error(ErrorKind::resource, path_ + ": cannot be written: " + system_message()); }

}  // namespace direct
