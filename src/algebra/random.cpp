// SPDX-License-Identifier: MIT
#include "algebra/random.h"

#include <cmath>
#include <numbers>

#include <Random123/philox.h>

namespace direct {
namespace {

std::uint32_t low_word(std::uint64_t bits) { return static_cast<std::uint32_t>(bits); }
std::uint32_t high_word(std::uint64_t bits) { return static_cast<std::uint32_t>(bits >> 32); }

std::array<std::uint64_t, 2> random_block(std::uint64_t seed, RandomStream stream, std::uint64_t index) {
  const auto words = random_words(seed, stream, index, 0);
  return {words[0] | std::uint64_t{words[1]} << 32, words[2] | std::uint64_t{words[3]} << 32};
}

// An odd multiple of 2^-53: never 0, never 1, and exact.
double uniform(std::uint64_t bits) { return (static_cast<double>(bits >> 12) + 0.5) * 0x1p-52; }

}  // namespace

// The seed is the key; index, stream and round are the counter.
std::array<std::uint32_t, 4> random_words(std::uint64_t seed, RandomStream stream, std::uint64_t index,
                                          std::uint32_t round) {
  const r123::Philox4x32::ctr_type counter = {
      {low_word(index), high_word(index), static_cast<std::uint32_t>(stream), round}};
  const r123::Philox4x32::key_type key = {{low_word(seed), high_word(seed)}};
  const auto words = r123::Philox4x32()(counter, key);
  return {words[0], words[1], words[2], words[3]};
}

std::uint64_t random_bits(std::uint64_t seed, RandomStream stream, std::uint64_t index) {
  return random_block(seed, stream, index)[0];
}

double random_uniform(std::uint64_t seed, RandomStream stream, std::uint64_t index) {
  return uniform(random_bits(seed, stream, index));
}

// Box and Muller's transform; its second value is thrown away, so that an index means one number.
double random_normal(std::uint64_t seed, RandomStream stream, std::uint64_t index) {
  const auto bits = random_block(seed, stream, index);
  return std::sqrt(-2.0 * std::log(uniform(bits[0]))) * std::cos(2.0 * std::numbers::pi * uniform(bits[1]));
}

}  // namespace direct
