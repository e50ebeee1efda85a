// SPDX-License-Identifier: MIT
// The sums of the draws as instructions instead of tables.
#pragma once

#include <string>

#include <direct/deploy.h>

namespace direct {

// With $name, $NAME and $type in place of names.
std::string straight_line(const IntegerModel& model);

}  // namespace direct
