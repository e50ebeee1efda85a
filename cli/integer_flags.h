// SPDX-License-Identifier: MIT
// The flags of commands that say what a chip with the header of direct export says.
#pragma once

#include <direct/deploy.h>

#include "fit_options.h"
#include "flags.h"

namespace direct {

struct IntegerArguments {
  bool is_given = false;
  IntegerOptions options;
  Completion check;  // for when the flags are parsed: throws Error(usage) for one that was given in vain
};

// --integer and --draws, in a group of their own. `dependents` are other flags that mean nothing without --integer.
void add_integer_flags(Flags& flags, IntegerArguments& arguments, std::vector<std::string> dependents = {});

// As commands that have no use for a level of their own take it: the default one, or the largest that the calibration
// knows.
double interval_level(const TrainedModel& model, const IntegerOptions& options);

}  // namespace direct
