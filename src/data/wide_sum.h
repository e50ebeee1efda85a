// SPDX-License-Identifier: MIT
// A sum in two long doubles (128 bits on x86): adding the same numbers in another order gives the same sum, but for
// errors far below what any rounded result keeps. Squares of the largest and smallest doubles are in its range.
#pragma once

namespace direct {

class WideSum {
 public:
  // Adds value + rest. Requires: the rest is a rounding error of the value.
  void add(long double value, long double rest = 0.0L) {
    const long double sum = high_ + value;
    const long double back = sum - high_;
    const long double error = (high_ - (sum - back)) + (value - back);  // Knuth's two-sum: exact
    renormalise(sum, low_ + (error + rest));
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

  long double value() const { return high_; }  // high_ + low_, rounded

 private:
  void renormalise(long double high, long double low) {
    high_ = high + low;
    low_ = low - (high_ - high);
  }

  long double high_ = 0.0L, low_ = 0.0L;
};

}  // namespace direct
