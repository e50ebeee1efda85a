// SPDX-License-Identifier: MIT
// What direct tune found, as a table.
#pragma once

#include <string>

#include <direct/tune.h>

namespace direct {

// A line for each point, * for those of the frontier, and two lines that name points to choose.
std::string to_text(const Tuning& tuning);

// The flags with which direct fit makes the point.
std::string fit_flags(const Tuning& tuning, const TunePoint& point);

}  // namespace direct
