// SPDX-License-Identifier: MIT
#include "deploy/fixed_point.h"

#include <cassert>
#include <cmath>

namespace direct {
namespace {

constexpr int multiplier_bits = 16;
constexpr int largest_right = 30;

}  // namespace

IntegerRatio integer_ratio(double factor) {
  assert(factor >= 0.0 && factor < 2147483648.0);
  int exponent = 0;
  if (factor == 0.0 || std::frexp(factor, &exponent) == 0.0 || exponent < -largest_right - multiplier_bits) return {};
  if (exponent < -largest_right) exponent = -largest_right;  // fewer bits are left of the multiplier
  double multiplier = std::round(std::ldexp(factor, multiplier_bits - exponent));
  if (multiplier > 65535.0) {
    ++exponent;
    multiplier = std::round(std::ldexp(factor, multiplier_bits - exponent));
  }
  return {.multiplier = static_cast<std::uint16_t>(multiplier),
          .left = static_cast<std::uint8_t>(exponent > 0 ? exponent : 0),
          .right = static_cast<std::uint8_t>(exponent < 0 ? -exponent : 0)};
}

double factor_of(const IntegerRatio& ratio) {
  return std::ldexp(ratio.multiplier, ratio.left - ratio.right - multiplier_bits);
}

}  // namespace direct
