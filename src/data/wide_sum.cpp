// SPDX-License-Identifier: MIT
#include "data/wide_sum.h"

#include <bit>
#include <cmath>
#include <cstdint>

namespace direct {

// Halves of 26 and 27 bits: every product below fits a long double exactly, which std::fma would also give, slowly.
void WideSum::add_square(double value) {
  constexpr std::uint64_t high_bits = ~((std::uint64_t{1} << 27) - 1);
  const long double high = std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) & high_bits);
  const long double low = static_cast<long double>(value) - high;
  add(high * high);
  add(2 * high * low);
  add(low * low);
}

void WideSum::add_product(long double left, long double right) {
  const long double product = left * right;
  add(product);
  add(std::fma(left, right, -product));
}

}  // namespace direct
