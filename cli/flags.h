// SPDX-License-Identifier: MIT
// A flag is bound to a field: it sets the field when given, and its default in the help is the field's value
// at the time of binding. So a default stands in the member initialiser of an option struct and nowhere else.
#pragma once

#include <charconv>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "words.h"

namespace direct {

CLI::Option* add_text(CLI::App& command, const std::string& flag, const std::string& values, std::string& field,
                      const std::string& help);

// May be repeated, and each value may be a list with commas.
CLI::Option* add_list(CLI::App& command, const std::string& flag, const std::string& values,
                      std::vector<std::string>& field, const std::string& help);

// Data files, "-" for standard input.
void add_data_files(CLI::App& command, std::vector<std::string>& paths);
void add_model_file(CLI::App& command, std::string& path);

// Throws Error(usage) unless the whole text is a number of this type.
template <typename Number>
Number number_of(const std::string& flag, const std::string& text) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc() && rest == end) return number;
  const char* expected = std::is_floating_point_v<Number> ? "a number"
                         : std::is_unsigned_v<Number>     ? "a whole number, not negative"
                                                          : "a whole number";
  throw Error(ErrorKind::usage, fmt::format("{}: expected {}, found \"{}\"", flag, expected, text));
}

template <typename Number>
CLI::Option* add_number(CLI::App& command, const std::string& flag, const std::string& values, Number& field,
                        const std::string& help) {
  const auto set = [&field, flag](const std::string& text) { field = number_of<Number>(flag, text); };
  return command.add_option_function<std::string>(flag, set, help)
      ->type_name(values)
      ->default_str(fmt::format("{}", field))
      ->take_last();
}

template <typename Enum>
CLI::Option* add_word(CLI::App& command, const std::string& flag, Enum& field, const std::string& help) {
  const auto set = [&field, flag](const std::string& word) { field = value_of<Enum>(flag, word); };
  return command.add_option_function<std::string>(flag, set, help)
      ->type_name(word_list<Enum>())
      ->default_str(word_of(field))
      ->take_last();
}

}  // namespace direct
