// SPDX-License-Identifier: MIT
// Where the data of a command go: standard output, or a file that appears whole or not at all.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <direct/atomic_file.h>

namespace direct {

// Throws Error(usage) where `path` is a directory, is in a directory that is not there, or is one of the `inputs` of
// the same command, and Error(resource) where its directory does not let us write. Meant to be called before the long
// work starts.
void check_output_file(const std::string& path, const std::vector<std::string>& inputs);

// The same for what cannot go to standard output: `noun` is "the model", `example` a name for its file.
void check_result_file(const std::string& path, const char* noun, const char* example,
                       const std::vector<std::string>& inputs);

class Output {
 public:
  // "" and "-" are standard output; a device or a pipe is written to directly.
  explicit Output(const std::string& path);
  ~Output();  // Without commit() there is no file.
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void write(std::string_view text);  // Throws Error(resource), as does commit().
  void commit();

 private:
  void flush();
  [[noreturn]] void fail(int error) const;

  std::string name_;  // in messages
  std::optional<AtomicFile> file_;
  int descriptor_ = -1;  // of what is no file
  std::string buffer_;
};

// All at once, to standard output.
void print(std::string_view text);

}  // namespace direct
