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
    const Slot& slot = slots_[place >> 32];
    return slot.levels[static_cast<std::uint32_t>(place) < slot.own_units];  // no branch, which could not be foreseen
  }

 private:
  struct Slot {
    std::uint32_t own_units;
    std::array<std::uint8_t, 2> levels;  // the other one, and its own
  };
  std::uint64_t num_levels_;
  std::array<Slot, 256> slots_;
};

}  // namespace direct
