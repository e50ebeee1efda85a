// SPDX-License-Identifier: MIT
#include "posterior/entropy/alias_table.h"

#include <algorithm>
#include <cassert>

namespace direct {
namespace {

constexpr std::uint64_t slot_units = std::uint64_t{1} << 32;

// In whole units that fill all the slots exactly; what rounding leaves is the most probable level's.
void fill_units(std::span<const double> probabilities, std::span<std::uint64_t> units) {
  const std::uint64_t all = probabilities.size() * slot_units;
  std::uint64_t left = all;
  for (std::size_t k = 0; k < probabilities.size(); ++k) {
    units[k] = std::min(left, static_cast<std::uint64_t>(probabilities[k] * static_cast<double>(all)));
    left -= units[k];
  }
  const auto largest = std::max_element(probabilities.begin(), probabilities.end());
  units[static_cast<std::size_t>(largest - probabilities.begin())] += left;
}

}  // namespace

// Vose's method, in integers: nothing is ever left over.
AliasTable::AliasTable(std::span<const double> probabilities) : num_levels_(probabilities.size()) {
  assert(!probabilities.empty() && probabilities.size() <= slots_.size());
  std::array<std::uint64_t, 256> units;
  std::array<std::uint8_t, 256> small, large;
  std::size_t num_small = 0, num_large = 0;
  fill_units(probabilities, std::span(units).first(num_levels_));
  for (std::size_t k = 0; k < num_levels_; ++k)
    (units[k] < slot_units ? small[num_small++] : large[num_large++]) = static_cast<std::uint8_t>(k);
  while (num_small > 0) {
    const std::uint8_t k = small[--num_small], donor = large[num_large - 1];
    slots_[k] = {static_cast<std::uint32_t>(units[k]), {donor, k}};
    units[donor] -= slot_units - units[k];
    if (units[donor] < slot_units) small[num_small++] = large[--num_large];
  }
  while (num_large > 0) {  // exactly full
    const std::uint8_t k = large[--num_large];
    slots_[k] = {0, {k, k}};
  }
}

}  // namespace direct
