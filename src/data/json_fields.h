// SPDX-License-Identifier: MIT
// What a file of ours must hold, and fields of a JSON object that anybody may have written. The conversions of the
// library would wrap negative counts, cut fractions, take true for 1 and an unknown word for the first of its list;
// these throw Error(model).
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include <nlohmann/json.hpp>

#include <direct/error.h>
#include <direct/words.h>

namespace direct {

inline void require(bool holds, const std::string& message) {
  if (!holds) throw Error(ErrorKind::model, message);
}

inline void require_field(bool holds, const std::string& name, const char* expected) {
  require(holds, "expected " + std::string(expected) + " as \"" + name + "\"");
}

inline std::uint64_t count_at(const nlohmann::json& object, const std::string& name,
                              std::uint64_t largest = std::numeric_limits<std::uint64_t>::max()) {
  const nlohmann::json& field = object.at(name);
  require_field(field.is_number_unsigned() && field.get<std::uint64_t>() <= largest, name, "a count");
  return field.get<std::uint64_t>();
}

inline double number_at(const nlohmann::json& object, const std::string& name) {
  const nlohmann::json& field = object.at(name);
  require_field(field.is_number(), name, "a number");
  return field.get<double>();
}

template <HasWords Enum>
Enum word_at(const nlohmann::json& object, const std::string& name) {
  const nlohmann::json& field = object.at(name);
  require_field(field.is_string(), name, "a known word");
  const auto value = find_word<Enum>(field.get<std::string>());
  require_field(value.has_value(), name, "a known word");
  return *value;
}

}  // namespace direct
