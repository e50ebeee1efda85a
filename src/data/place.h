// SPDX-License-Identifier: MIT
// Where in a file or a table something was found; messages start with it, as those of compilers do.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace direct {

// Lines and columns count from 1; 0 stands for "the whole file" or "the whole line".
struct Place {
  std::string_view file;
  std::size_t line = 0;
  std::size_t column = 0;
  std::optional<std::size_t> row = {};  // of a table, from 0
};

// Throws Error(data).
[[noreturn]] void fail_at(const Place& place, const std::string& message);

}  // namespace direct
