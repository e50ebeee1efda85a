// SPDX-License-Identifier: MIT
// Levels of a fixed grid as integers.
#pragma once

#include <optional>
#include <span>

namespace direct {

// The largest unit of which all values are whole multiples, at most `largest` of them; they agree to 1e-9 of the
// largest value. Nothing where there is none.
std::optional<double> common_unit(std::span<const double> values, double largest);

// Whether every value is 0 or, but for its sign, a power of two times the least.
bool are_powers_of_two(std::span<const double> values);

}  // namespace direct
