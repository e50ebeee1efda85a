// SPDX-License-Identifier: MIT
#include "data/wide_sum.h"

#include <bit>
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

// Dekker's product: from halves of 26 and 27 bits the rounding error of the square is exact, and all that is added to
// it. (std::fma would give the same, slowly.)
void WideSum::add_square(double value) {
  constexpr std::uint64_t high_bits = ~((std::uint64_t{1} << 27) - 1);
  const long double high = std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) & high_bits);
  const long double low = static_cast<long double>(value) - high;
  const long double square = static_cast<long double>(value) * value;
  add(square, ((high * high - square) + 2 * high * low) + low * low);
}

void WideSum::add_product(long double left, long double right) {
  const long double product = left * right;
  const Halves a = halves(left), b = halves(right);
  add(product, ((a.high * b.high - product) + a.high * b.low + a.low * b.high) + a.low * b.low);
}

}  // namespace direct
