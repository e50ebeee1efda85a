// SPDX-License-Identifier: MIT
#include "posterior/options/options_file.h"

#include "posterior/options/option.h"

namespace direct {

nlohmann::json description_of(const FitOptions& options) {
  nlohmann::json description;
  for (const Option& option : option_table())
    if (option.to_json) description[option.info.name] = option.to_json(options);
  return description;
}

FitOptions options_from(const nlohmann::json& description) {
  FitOptions options;
  for (const Option& option : option_table())
    if (option.from_json && description.contains(option.info.name)) option.from_json(description, options);
  return options;
}

}  // namespace direct
