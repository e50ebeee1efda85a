// SPDX-License-Identifier: MIT
// The integers of IntegerFourier and IntegerMoments from their definitions, one number at a time and in 128 bits. Knows
// nothing of tables, blocks or digits of weights.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <direct/features.h>
#include <direct/statistics.h>

namespace direct::oracle {

__extension__ using Wide = __int128;

double rounded(Wide value, int exponent);  // the double nearest to value * 2^exponent, the even one of two

std::vector<int> integer_codes(const IntegerFourier& map, std::span<const double> inputs);
std::uint32_t phase(const IntegerFourier& map, std::span<const int> codes, std::size_t frequency);  // 2^16 to a turn
// The cosine or the sine of a phase in 12 bits, between two entries of a table.
std::int64_t interpolated(std::uint32_t phase, bool sine);
std::int64_t interpolation(std::uint32_t phase, bool sine);  // 2^17 times it, and 8, before it is rounded
std::vector<int> integer_features(const IntegerFourier& map, std::span<const double> inputs);  // of one row

// Balanced digits to base 128, the least first; what is left of the value comes last.
std::vector<std::int64_t> balanced_digits(std::int64_t value, std::size_t count);

struct IntegerRow {
  std::vector<int> features;
  std::int64_t target = 0;  // in fixed point, 24 bits after the point
  std::uint64_t weight = 1;
};

IntegerMoments integer_moments(const std::vector<IntegerRow>& rows, std::size_t num_features, int value_bits = 8);
SecondMoments second_moments(const std::vector<IntegerRow>& rows, std::size_t num_features);

}  // namespace direct::oracle
