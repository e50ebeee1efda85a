// SPDX-License-Identifier: MIT
// Counter-based random numbers: a value depends on (seed, stream, index) only, never on threads or call order.
#pragma once

#include <cstdint>
#include <span>

namespace direct {

// What a stream is used for; streams never overlap.
enum class RandomStream : std::uint32_t {
  frequencies = 1,
  folds = 2,
  generator = 3,
  draws = 4,
  mixture = 5,
  ensemble = 6,
  perturbations = 7,
  networks = 8,
  neighbourhoods = 9,
  metric = 10,
  trained = 11,
  phases = 12,
  targets = 13
};

std::uint64_t random_bits(std::uint64_t seed, RandomStream stream, std::uint64_t index);
double random_uniform(std::uint64_t seed, RandomStream stream, std::uint64_t index);  // in (0, 1)
double random_normal(std::uint64_t seed, RandomStream stream, std::uint64_t index);

// For where time counts: all 128 bits at each index from `first_index` on, with one more index, the round. In round 0
// the first 64 are random_bits().
void fill_random_bits(std::uint64_t seed, RandomStream stream, std::uint64_t first_index, std::uint32_t round,
                      std::span<std::uint64_t> bits);

}  // namespace direct
