// SPDX-License-Identifier: MIT
// The messages about one bad cell, the same wherever it is found.
#pragma once

#include <string>
#include <string_view>

#include <direct/data.h>

#include "data/cell.h"
#include "data/place.h"

namespace direct {

// `hint` is appended as it is.
[[noreturn]] void fail_not_a_number(const Place& place, const std::string& column, std::string_view found,
                                    const std::string& hint = "");
[[noreturn]] void fail_missing(const Place& place, const std::string& column, bool categorical);

// The number in a cell that must hold one; nothing of it may be missing. Throws Error(data).
double target_value(std::string_view field, const Place& place, const std::string& column);
// Likewise; nor may it be negative.
double weight_value(std::string_view field, const Place& place, const std::string& column);

}  // namespace direct
