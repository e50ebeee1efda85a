// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>
#include <unistd.h>
#include <filesystem>
#include <string>

namespace bench {

// There until the end of its scope.
class TemporaryFolder {
 public:
  TemporaryFolder() { std::filesystem::create_directories(path_); }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_ = std::filesystem::temp_directory_path() / fmt::format("direct_bench_{}", ::getpid());
};

}  // namespace bench
