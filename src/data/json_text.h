// SPDX-License-Identifier: MIT
// JSON from and to text, compiled once: the parser and the printer of nlohmann-json take long.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace direct {

nlohmann::json parsed_json(std::string_view text);  // throws an exception of nlohmann's, or Error when nested deep
std::string text_of(const nlohmann::json& value);

}  // namespace direct
