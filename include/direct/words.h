// SPDX-License-Identifier: MIT
// The words for the values of our enumerations, in files and on the command line. The one table of an enumeration is
// the function words() beside it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace direct {

template <typename Enum>
struct Word {
  std::string_view word;
  Enum value;
};
template <typename Enum>
Word(const char*, Enum) -> Word<Enum>;  // clang 14 does not deduce it by itself

template <typename Enum>
concept HasWords = requires {
  words(Enum{});
};

template <HasWords Enum>
std::string word_of(Enum value) {
  for (const auto& entry : words(value))
    if (entry.value == value) return std::string(entry.word);
  return "?";
}

// None for a word that is not in the table.
template <HasWords Enum>
std::optional<Enum> find_word(std::string_view word) {
  for (const auto& entry : words(Enum{}))
    if (entry.word == word) return entry.value;
  return std::nullopt;
}

// "error|mean|indicator"
template <HasWords Enum>
std::string word_list() {
  std::string list;
  for (const auto& entry : words(Enum{})) list += (list.empty() ? "" : "|") + std::string(entry.word);
  return list;
}

}  // namespace direct
