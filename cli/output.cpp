// SPDX-License-Identifier: MIT
#include "output.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include <direct/error.h>

#include "interruption.h"

namespace direct {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t buffer_bytes = 1 << 16;

bool is_standard_output(const std::string& path) { return path.empty() || path == "-"; }

bool is_special(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

void check_place(const std::string& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) throw Error(ErrorKind::usage, path + ": is a directory, expected a file to write");
  const fs::path parent = fs::path(path).has_parent_path() ? fs::path(path).parent_path() : ".";
  if (!fs::is_directory(parent, error)) {
    throw Error(ErrorKind::usage, path + ": there is no directory " + parent.string());
  }
  if (!is_special(path) && access(parent.c_str(), W_OK) != 0) {
    throw Error(ErrorKind::resource, path + ": cannot be written: " + std::generic_category().message(errno));
  }
}

}  // namespace

void check_output_file(const std::string& path, const std::vector<std::string>& inputs) {
  if (is_standard_output(path)) return;
  check_place(path);
  for (const std::string& input : inputs) {
    std::error_code error;
    if (fs::equivalent(path, input, error)) throw Error(ErrorKind::usage, path + ": is an input, not overwritten");
  }
}

void check_result_file(const std::string& path, const char* noun, const char* example,
                       const std::vector<std::string>& inputs) {
  if (path.empty())
    throw Error(ErrorKind::usage, fmt::format("no place for {}: name a file, as in -o {}", noun, example));
  if (path == "-") throw Error(ErrorKind::usage, fmt::format("-o -: expected a file for {}, not a pipe", noun));
  check_output_file(path, inputs);
}

Output::Output(const std::string& path) : name_(is_standard_output(path) ? "standard output" : path) {
  if (is_standard_output(path)) {
    descriptor_ = STDOUT_FILENO;
    return;
  }
  check_place(path);
  if (!is_special(path)) {
    file_.emplace(path);
    return;
  }
  descriptor_ = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor_ < 0) fail(errno);
}

Output::~Output() {
  if (descriptor_ >= 0 && descriptor_ != STDOUT_FILENO) close(descriptor_);
}

void Output::write(std::string_view text) {
  if (file_) {
    file_->write(text);
    return stop_if_interrupted();
  }
  buffer_ += text;
  if (buffer_.size() >= buffer_bytes) flush();
}

void Output::commit() {
  if (file_) return file_->commit();
  flush();
}

// Whoever reads a pipe may never do so: a signal ends the wait.
void Output::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno != EINTR) fail(errno);
    stop_if_interrupted();
    if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

void Output::fail(int error) const {
  throw Error(ErrorKind::resource,
              fmt::format("{}: cannot be written: {}", name_, std::generic_category().message(error)));
}

void print(std::string_view text) {
  Output output("-");
  output.write(text);
  output.commit();
}

}  // namespace direct
