// SPDX-License-Identifier: MIT
// The one table of the options of a fit: the flags of the command, the keys of a model file and
// docs/reference/options.md are made from it. Texts name an option in backticks, as in `num_features`; the command
// prints its flag instead.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <direct/fit_options.h>

namespace direct {

struct OptionInfo {
  std::string name;    // of the field, and of the key in a file
  std::string group;   // of the help: "Model", "Sparsity", "Posterior", "Search", "Run"
  std::string values;  // what may be given, as in "auto|N"
  std::string default_text;
  std::string help;
  bool shapes_map = false;  // decides what a prepared map holds
};

std::vector<OptionInfo> option_infos();

// A name may be written as its flag. Throw Error(usage) for an unknown name; set_option() also for a text that is no
// value.
void set_option(FitOptions& options, std::string_view name, std::string_view text);
std::string option_text(const FitOptions& options, std::string_view name);

// Why an option, had it been given, would change nothing beside the others; empty where it counts.
std::string given_in_vain(const FitOptions& options, std::string_view name);

}  // namespace direct
