// SPDX-License-Identifier: MIT
#include "data/json_text.h"

#include <nlohmann/json.hpp>

namespace direct {

nlohmann::json parsed_json(std::string_view text) { return nlohmann::json::parse(text); }

std::string text_of(const nlohmann::json& value) { return value.dump(); }

}  // namespace direct
