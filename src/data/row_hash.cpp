// SPDX-License-Identifier: MIT
#include "data/row_hash.h"

#include <array>
#include <bit>
#include <cmath>

#include <xxhash.h>

namespace direct {

void RowHash::add_number(double value) {
  int exponent = 0;
  bytes_ += 'n';
  add_bits(std::bit_cast<std::uint64_t>(std::frexp(value, &exponent)));
}

void RowHash::add_text(std::string_view text) {
  bytes_ += 't';
  add_bits(text.size());
  bytes_ += text;
}

std::uint64_t RowHash::value() const { return XXH3_64bits_withSeed(bytes_.data(), bytes_.size(), seed_); }

void RowHash::add_bits(std::uint64_t bits) {
  std::array<char, 8> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(bits >> (8 * i));
  bytes_.append(bytes.data(), bytes.size());
}

}  // namespace direct
