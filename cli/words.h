// SPDX-License-Identifier: MIT
// Words of values that the command alone knows, and flags that take a word.
#pragma once

#include <string>

#include <direct/error.h>
#include <direct/words.h>

namespace direct {

// How draws are written.
enum class DrawFormat { automatic, packed, codes, values };
constexpr auto words(DrawFormat) {
  return std::array{Word{"auto", DrawFormat::automatic}, Word{"packed", DrawFormat::packed},
                    Word{"codes", DrawFormat::codes}, Word{"values", DrawFormat::values}};
}

template <HasWords Enum>
Enum value_of(const std::string& flag, const std::string& word) {
  if (const auto value = find_word<Enum>(word)) return *value;
  throw Error(ErrorKind::usage, flag + ": expected " + word_list<Enum>() + ", found \"" + word + "\"");
}

}  // namespace direct
