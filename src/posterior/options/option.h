// SPDX-License-Identifier: MIT
// One option of the table, and how the types of options are written as text and as JSON.
#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <direct/error.h>
#include <direct/numbers.h>
#include <direct/options.h>

#include "data/json_fields.h"

namespace direct {

struct Option {
  OptionInfo info;
  std::function<void(FitOptions&, std::string_view text)> set;
  std::function<std::string(const FitOptions&)> text;
  // Of the file; none for what belongs to a run.
  std::function<nlohmann::json(const FitOptions&)> to_json;
  std::function<void(const nlohmann::json&, FitOptions&)> from_json;
  std::function<void(const FitOptions&)> check;                // of the value by itself; may be none
  std::function<std::string(const FitOptions&)> in_vain = {};  // may be none
};

const std::vector<Option>& option_table();

[[noreturn]] inline void refuse_option(std::string_view name, const std::string& expected, std::string_view found) {
  throw Error(ErrorKind::usage, fmt::format("`{}`: expected {}, found {}", name, expected, found));
}

inline std::string in_backticks(std::string_view name) { return fmt::format("`{}`", name); }

// What a type of options is as text, and in a file.
template <typename T>
struct OptionType;

template <HasWords Enum>
struct OptionType<Enum> {
  static std::string values() { return word_list<Enum>(); }
  static Enum parse(std::string_view name, std::string_view text) {
    if (const auto value = find_word<Enum>(text)) return *value;
    refuse_option(name, word_list<Enum>(), fmt::format("\"{}\"", text));
  }
  static std::string text(Enum value) { return word_of(value); }
  static nlohmann::json to_json(Enum value) { return word_of(value); }
  static Enum from_json(const nlohmann::json& object, const std::string& name) { return word_at<Enum>(object, name); }
};

template <typename Number>
requires std::integral<Number> || std::floating_point<Number>
struct OptionType<Number> {
  static Number parse(std::string_view name, std::string_view text) {
    return number_of<Number>(in_backticks(name), text);
  }
  static std::string text(Number value) { return fmt::format("{}", value); }
  static nlohmann::json to_json(Number value) { return value; }
  static Number from_json(const nlohmann::json& object, const std::string& name) {
    if constexpr (std::is_floating_point_v<Number>) {
      return number_at(object, name);
    } else {
      return static_cast<Number>(count_at(object, name, std::numeric_limits<Number>::max()));
    }
  }
};

// A type of option_values.h.
template <typename T>
concept TextOption = requires(const T& value) {
  text_of(value);
};

template <TextOption T>
struct OptionType<T> {
  static T parse(std::string_view, std::string_view text) { return T(text); }
  static std::string text(const T& value) { return text_of(value); }
  static nlohmann::json to_json(const T& value) { return text_of(value); }
  static T from_json(const nlohmann::json& object, const std::string& name) {
    require_field(object.at(name).is_string(), name, "a text");
    try {
      return T(object.at(name).get<std::string>());
    } catch (const Error& error) {
      throw Error(ErrorKind::model, error.what());
    }
  }
};

// An option that is a field, its values written as its type says.
template <typename T>
Option field_option(OptionInfo info, T FitOptions::*field) {
  using Type = OptionType<T>;
  if constexpr (requires { Type::values(); }) info.values = Type::values();
  return {
      .info = info,
      .set = [name = info.name, field](FitOptions& options,
                                       std::string_view text) { options.*field = Type::parse(name, text); },
      .text = [field](const FitOptions& options) { return Type::text(options.*field); },
      .to_json = [field](const FitOptions& options) { return Type::to_json(options.*field); },
      .from_json = [name = info.name, field](const nlohmann::json& object,
                                             FitOptions& options) { options.*field = Type::from_json(object, name); },
      .check = {}};
}

}  // namespace direct
