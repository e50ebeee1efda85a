// SPDX-License-Identifier: MIT
// Pieces of C.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace direct {

std::string upper_case(std::string text);
void replace_all(std::string& text, std::string_view from, const std::string& to);

// Anything a user may have named, inside a comment.
std::string comment_text(std::string_view text);

// The items, separated by commas, in lines of at most 116 columns that begin with `indent`.
std::string wrapped(const std::vector<std::string>& items, std::string_view indent, std::string_view separator = ", ");

// static const TYPE NAME[count] ROM = {...};
template <typename Value>
std::string c_array(const std::string& type, const std::string& name, const std::string& rom,
                    std::span<const Value> values, std::string_view suffix = "") {
  std::vector<std::string> items;
  for (const Value& value : values) items.push_back(fmt::format("{}{}", value, suffix));
  return fmt::format("static const {} {}[{}] {} = {{\n{}}};\n", type, name, values.size(), rom, wrapped(items, "  "));
}

}  // namespace direct
