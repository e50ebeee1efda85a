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
[[noreturn]] void fail_not_a_number(const Place& place, const std::string& column, const Cell& found,
                                    const std::string& hint = "");
[[noreturn]] void fail_not_a_category(const Place& place, const std::string& column, const Cell& found,
                                      const std::string& hint);
std::string categorical_hint(const std::string& column);  // for a column of numbers and texts
[[noreturn]] void fail_missing(const Place& place, const std::string& column, bool categorical);

// The number in a cell that must hold one; nothing of it may be missing. All throw Error(data). A target must be
// what its likelihood takes. Requires: that has no classes.
double target_value(Likelihood likelihood, const Cell& cell, const Place& place, const std::string& column);
double weight_value(const Cell& cell, const Place& place, const std::string& column);    // 0 or more
double exposure_value(const Cell& cell, const Place& place, const std::string& column);  // positive

// A cell that names a class.
void check_is_class(const Cell& cell, const Place& place, const std::string& column);
void check_is_utf8(std::string_view text, const Place& place, const std::string& column);

}  // namespace direct
