// SPDX-License-Identifier: MIT
#include "data/row_hash.h"

#include <bit>
#include <cmath>
#include <cstring>

#include <xxhash.h>

namespace direct {
namespace {

// Of the fraction in [0.5, 1) that frexp gives.
std::uint64_t mantissa_bits(double value) {
  constexpr std::uint64_t exponent = std::uint64_t{0x7FF} << 52, exponent_of_half = std::uint64_t{0x3FE} << 52;
  if (std::isnormal(value)) return (std::bit_cast<std::uint64_t>(value) & ~exponent) | exponent_of_half;
  int ignored = 0;
  return std::bit_cast<std::uint64_t>(std::frexp(value, &ignored));
}

}  // namespace

void RowHash::add_number(double value) { add('n', mantissa_bits(value)); }

void RowHash::add_text(std::string_view text) {
  add('t', text.size());
  std::memcpy(more(text.size()), text.data(), text.size());
}

std::uint64_t RowHash::value() const { return XXH3_64bits_withSeed(bytes_.data(), size_, seed_); }

void RowHash::add(char kind, std::uint64_t bits) {
  char* bytes = more(9);
  bytes[0] = kind;
  for (std::size_t i = 0; i < 8; ++i) bytes[i + 1] = static_cast<char>(bits >> (8 * i));
}

char* RowHash::more(std::size_t num_bytes) {
  if (size_ + num_bytes > bytes_.size()) bytes_.resize(2 * (size_ + num_bytes));
  size_ += num_bytes;
  return bytes_.data() + size_ - num_bytes;
}

}  // namespace direct
