// SPDX-License-Identifier: MIT
#include <direct/atomic_file.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include <direct/error.h>

#include "data/file_descriptor.h"

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

struct AtomicFile::State {
  explicit State(const std::string& given) : path(given), target(without_links(given)) {}
  ~State() {
    if (!temporary.empty()) ::unlink(temporary.c_str());
  }

  void open();
  void create_temporary();
  void flush();
  [[noreturn]] void fail() const {
    throw Error(ErrorKind::resource, path + ": cannot be written: " + system_message());
  }

  std::string path;       // for messages
  std::string target;     // the path behind its symbolic links
  std::string temporary;  // empty when the target is written directly
  FileDescriptor file;
  std::string buffer;
};

void AtomicFile::State::open() {
  struct stat status {};
  const bool exists = ::stat(target.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) {
    errno = EISDIR;
    fail();
  }
  if (exists && !S_ISREG(status.st_mode)) {
    file = FileDescriptor(::open(target.c_str(), O_WRONLY | O_CLOEXEC));
    if (!file.is_open()) fail();
    return;
  }
  if (exists && ::access(target.c_str(), W_OK) != 0) fail();
  create_temporary();
  if (exists && ::fchmod(file.number(), status.st_mode & 07777U) != 0) fail();
}

// open() rather than mkstemp(): a new file gets the permissions that the user's umask allows.
void AtomicFile::State::create_temporary() {
  const std::filesystem::path place(target);
  for (int attempt = 0; attempt < most_names; ++attempt) {
    const std::string name = fmt::format(".{}.{}.{}", place.filename().string(), ::getpid(), attempt);
    const std::string candidate = (place.parent_path() / name).string();
    file = FileDescriptor(::open(candidate.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (file.is_open()) {
      temporary = candidate;
      return;
    }
    if (errno != EEXIST) break;
  }
  fail();
}

void AtomicFile::State::flush() {
  if (!write_all(file.number(), buffer)) fail();
  buffer.clear();
}

AtomicFile::AtomicFile(const std::string& path) : state_(std::make_unique<State>(path)) { state_->open(); }

AtomicFile::~AtomicFile() = default;

void AtomicFile::write(std::span<const std::byte> bytes) {
  write(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

void AtomicFile::write(std::string_view text) {
  if (state_->buffer.size() + text.size() < write_buffer_bytes) {
    state_->buffer += text;
    return;
  }
  state_->flush();
  if (!write_all(state_->file.number(), text)) state_->fail();
}

void AtomicFile::commit() {
  state_->flush();
  if (state_->temporary.empty()) return;
  if (::fsync(state_->file.number()) != 0 || ::rename(state_->temporary.c_str(), state_->target.c_str()) != 0)
    state_->fail();
  state_->temporary.clear();
}

}  // namespace direct
