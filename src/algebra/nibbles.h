// SPDX-License-Identifier: MIT
// Values of four bits, two to a byte: the first in the low half. The high half of the last byte of an odd number of
// values is 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace direct {

constexpr std::size_t nibble_bytes(std::size_t count) { return count / 2 + count % 2; }

// Requires: values below 16, and nibble_bytes(values.size()) bytes.
void pack_nibbles(std::span<const std::uint8_t> values, std::span<std::uint8_t> bytes);

// False, and values unspecified, where the unused half of the last byte is not 0. Requires: the same sizes.
bool unpack_nibbles(std::span<const std::uint8_t> bytes, std::span<std::uint8_t> values);

}  // namespace direct
