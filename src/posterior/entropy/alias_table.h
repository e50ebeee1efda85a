// SPDX-License-Identifier: MIT
// Draws from a distribution over up to 256 levels in constant time: every level has a slot of 2^32 units, and what a
// level does not fill of its own belongs to one other. A level of probability 0 is never drawn.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace direct {

class AliasTable {
 public:
  explicit AliasTable(std::span<const double> probabilities);

  // `random` is uniform over 32 bits: its product with the number of levels is a slot and a place in it.
  std::uint8_t draw(std::uint32_t random) const {
    const std::uint64_t place = random * num_levels_;
    const std::uint64_t slot = place >> 32;
    const bool own = static_cast<std::uint32_t>(place) < own_units_[slot];
    return own ? static_cast<std::uint8_t>(slot) : others_[slot];
  }

 private:
  std::uint64_t num_levels_;
  std::array<std::uint32_t, 256> own_units_;
  std::array<std::uint8_t, 256> others_;
};

}  // namespace direct
