// SPDX-License-Identifier: MIT
// Counter-based random numbers: a value depends on (seed, stream, index) only, never on threads or call order.
#pragma once

#include <array>
#include <cstdint>

namespace direct {

// What a stream is used for; streams never overlap.
enum class RandomStream : std::uint32_t {
  frequencies = 1,
  folds = 2,
  generator = 3,
  draws = 4,
  mixture = 5,
  ensemble = 6,
  perturbations = 7
};

std::uint64_t random_bits(std::uint64_t seed, RandomStream stream, std::uint64_t index);
double random_uniform(std::uint64_t seed, RandomStream stream, std::uint64_t index);  // in (0, 1)
double random_normal(std::uint64_t seed, RandomStream stream, std::uint64_t index);

// All that one Philox call gives, for where time counts; `round` is one more index.
std::array<std::uint32_t, 4> random_words(std::uint64_t seed, RandomStream stream, std::uint64_t index,
                                          std::uint32_t round);

}  // namespace direct
