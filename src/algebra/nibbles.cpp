// SPDX-License-Identifier: MIT
#include "algebra/nibbles.h"

#include <algorithm>
#include <cassert>

namespace direct {

void pack_nibbles(std::span<const std::uint8_t> values, std::span<std::uint8_t> bytes) {
  assert(bytes.size() == nibble_bytes(values.size()));
  assert(std::ranges::all_of(values, [](std::uint8_t value) { return value < 16; }));
  std::ranges::fill(bytes, std::uint8_t{0});
  for (std::size_t i = 0; i < values.size(); ++i)
    bytes[i / 2] = static_cast<std::uint8_t>(bytes[i / 2] | values[i] << 4 * (i % 2));
}

bool unpack_nibbles(std::span<const std::uint8_t> bytes, std::span<std::uint8_t> values) {
  assert(bytes.size() == nibble_bytes(values.size()));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<std::uint8_t>(bytes[i / 2] >> 4 * (i % 2) & 0xF);
  return values.size() % 2 == 0 || bytes.back() < 16;
}

}  // namespace direct
