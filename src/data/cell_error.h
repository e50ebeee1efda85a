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

// The number in a cell that must hold one; nothing of it may be missing. All throw Error(data). A target must be
// what its likelihood takes. Requires: that has no classes.
double target_value(Likelihood likelihood, std::string_view field, const Place& place, const std::string& column);
double weight_value(std::string_view field, const Place& place, const std::string& column);    // 0 or more
double exposure_value(std::string_view field, const Place& place, const std::string& column);  // positive

// The text of a cell that names a class, without spaces around it.
std::string_view class_text(std::string_view field, const Place& place, const std::string& column);
void check_is_utf8(std::string_view text, const Place& place, const std::string& column);

}  // namespace direct
