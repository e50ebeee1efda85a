// SPDX-License-Identifier: MIT
// A file that appears under its name whole or not at all: bytes go to a temporary file beside it, which takes its
// place at commit(). Devices and pipes are written directly. Every failure is an Error(resource) naming the path.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace direct {

class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path);
  ~AtomicFile();  // removes what was not committed
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::span<const std::byte> bytes);
  void write(std::string_view text);
  void commit();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace direct
