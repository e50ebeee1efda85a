// SPDX-License-Identifier: MIT
// Numbers that somebody wrote.
#pragma once

#include <charconv>
#include <string>
#include <string_view>
#include <type_traits>

#include <direct/error.h>

namespace direct {

// Throws Error(usage) unless the whole text is a number of this type. `name` is what the message calls it.
template <typename Number>
Number number_of(std::string_view name, std::string_view text) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc() && rest == end) return number;
  const char* expected = std::is_floating_point_v<Number> ? "a number"
                         : std::is_unsigned_v<Number>     ? "a whole number, not negative"
                                                          : "a whole number";
  throw Error(ErrorKind::usage, std::string(name) + ": expected " + expected + ", found \"" + std::string(text) + "\"");
}

}  // namespace direct
