// SPDX-License-Identifier: MIT
// Options whose texts or keys in files are their own.
#pragma once

#include <string>

#include "posterior/options/option.h"

namespace direct {

// A number for which one value stands for a word, in texts only.
template <typename Number>
Option count_option(OptionInfo info, Number FitOptions::*field, Number automatic, const std::string& expected) {
  Option option = field_option(info, field);
  option.set = [name = info.name, field, automatic, expected](FitOptions& options, std::string_view text) {
    const Number value = text == "auto" ? automatic : number_of<Number>(in_backticks(name), text);
    if (text != "auto" && value == automatic) refuse_option(name, expected, text);
    options.*field = value;
  };
  option.text = [field, automatic](const FitOptions& options) {
    return options.*field == automatic ? std::string("auto") : std::to_string(options.*field);
  };
  return option;
}

Option hidden_option(OptionInfo info);
Option feature_bits_option(const OptionInfo& info);
Option max_active_features_option(const OptionInfo& info);
Option likelihood_option(OptionInfo info);
Option components_option(const OptionInfo& info);

}  // namespace direct
