// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <numbers>

namespace direct {

inline constexpr double pi = std::numbers::pi;
inline constexpr double two_pi = 2.0 * std::numbers::pi;
inline constexpr double largest_double = std::numeric_limits<double>::max();
inline constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace direct
