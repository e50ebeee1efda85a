// SPDX-License-Identifier: MIT
#include "data/wide_sum.h"

#include <cstdint>
#include <limits>

namespace direct {
namespace {

struct Halves {
  long double high, low;
};

// Veltkamp's split: two numbers of half the bits each, whose products are exact.
Halves halves(long double value) {
  constexpr int half_bits = (std::numeric_limits<long double>::digits + 1) / 2;
  static_assert(half_bits < 63);
  const long double spread = (static_cast<long double>(std::uint64_t{1} << half_bits) + 1) * value;
  const long double high = spread - (spread - value);
  return {high, value - high};
}

}  // namespace

void WideSum::add_product(long double left, long double right) {
  const long double product = left * right;
  const Halves a = halves(left), b = halves(right);
  add(product, ((a.high * b.high - product) + a.high * b.low + a.low * b.high) + a.low * b.low);
}

}  // namespace direct
