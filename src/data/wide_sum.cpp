// SPDX-License-Identifier: MIT
#include "data/wide_sum.h"

#include <bit>
#include <cmath>
#include <cstdint>

namespace direct {

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
  add(product, std::fma(left, right, -product));
}

}  // namespace direct
