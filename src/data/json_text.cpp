// SPDX-License-Identifier: MIT
#include "data/json_text.h"

#include <nlohmann/json.hpp>

#include <direct/error.h>

namespace direct {

nlohmann::json parsed_json(std::string_view text) {
  constexpr int largest_depth = 64;  // copies recurse: what is as deep as the stack would end the program
  return nlohmann::json::parse(text, [](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
    if (depth > largest_depth) throw Error(ErrorKind::model, "its JSON is nested deeper than a model's");
    return true;
  });
}

std::string text_of(const nlohmann::json& value) { return value.dump(); }

}  // namespace direct
