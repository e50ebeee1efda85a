// SPDX-License-Identifier: MIT
// A sum in two long doubles (128 bits on x86): adding the same numbers in another order gives the same sum, but for
// errors far below what any rounded result keeps. Squares of the largest and smallest doubles are in its range.
#pragma once

#include <bit>
#include <cstdint>

namespace direct {

class WideSum {
 public:
  // Adds value + rest. Requires: the rest is a rounding error of the value.
  void add(long double value, long double rest = 0.0L) {
    const long double sum = high_ + value;
    const long double back = sum - high_;
    const long double error = (high_ - (sum - back)) + (value - back);  // Knuth's two-sum: exact
    high_ = sum;
    low_ += error + rest;
  }
  void add(const WideSum& other) {
    add(other.high_);
    add(other.low_);
  }
  void add_square(double value);                          // without rounding the square
  void add_product(long double left, long double right);  // likewise
  void add_product(long double factor, const WideSum& sum) {
    add_product(factor, sum.high_);
    add_product(factor, sum.low_);
  }
  void add_product(const WideSum& left, const WideSum& right) {
    add_product(left.high_, right);
    add_product(left.low_, right);
  }

  long double value() const { return high_ + low_; }

 private:
  long double high_ = 0.0L;  // the rounded sum
  long double low_ = 0.0L;   // the sum of what rounding has lost
};

// Dekker's product: from halves of 26 and 27 bits the rounding error of the square is exact, and all that is added to
// it. (std::fma would give the same, slowly.)
inline void WideSum::add_square(double value) {
  constexpr std::uint64_t high_bits = ~((std::uint64_t{1} << 27) - 1);
  const long double high = std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) & high_bits);
  const long double low = static_cast<long double>(value) - high;
  const long double square = static_cast<long double>(value) * value;
  add(square, ((high * high - square) + 2 * high * low) + low * low);
}

}  // namespace direct
