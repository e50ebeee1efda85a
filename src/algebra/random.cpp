// SPDX-License-Identifier: MIT
// Highway compiles the part between HWY_BEFORE_NAMESPACE and HWY_AFTER_NAMESPACE once per instruction set and picks
// one at run time.
#include "algebra/random.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

#include <Random123/philox.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algebra/random.cpp"
#include <hwy/foreach_target.h>

// Below foreach_target.h, in any order.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace direct::HWY_NAMESPACE {
namespace {
namespace simd = hwy::HWY_NAMESPACE;

using Tag = simd::ScalableTag<std::uint64_t>;
using Vector = simd::Vec<Tag>;

// Philox4x32 with 10 rounds at as many indices as there are lanes. Words are the lower halves of the lanes; what is in
// the upper halves on the way never comes down.
struct PhiloxWords {
  Vector a, b, c, d;
};

HWY_INLINE Vector product(Vector word, std::uint32_t factor) {
#if HWY_TARGET == HWY_SCALAR  // has no halves
  return simd::Set(Tag(), (simd::GetLane(word) & 0xffffffffU) * factor);
#else
  const simd::Repartition<std::uint32_t, Tag> halves;
  return simd::MulEven(simd::BitCast(halves, word), simd::Set(halves, factor));
#endif
}

HWY_INLINE PhiloxWords philox(PhiloxWords x, std::uint32_t key_low, std::uint32_t key_high) {
  const Tag tag;
  for (int i = 0; i < 10; ++i) {
    const auto first = product(x.a, PHILOX_M4x32_0), second = product(x.c, PHILOX_M4x32_1);
    x = {simd::Xor(simd::Xor(simd::ShiftRight<32>(second), x.b), simd::Set(tag, key_low)), second,
         simd::Xor(simd::Xor(simd::ShiftRight<32>(first), x.d), simd::Set(tag, key_high)), first};
    key_low += PHILOX_W32_0;
    key_high += PHILOX_W32_1;
  }
  return x;
}

HWY_INLINE Vector joined(Vector low, Vector high) {
  return simd::Or(simd::And(low, simd::Set(Tag(), 0xffffffffU)), simd::ShiftLeft<32>(high));
}

void philox_array(std::uint64_t seed, std::uint32_t stream, std::uint32_t round, std::uint64_t first_index,
                  std::uint64_t* bits, std::size_t count) {
  const Tag tag;
  const std::size_t step = 2 * simd::Lanes(tag);
  std::array<std::uint64_t, 2 * HWY_MAX_BYTES / sizeof(std::uint64_t)> block;
  for (std::size_t i = 0; i < count; i += step) {
    const auto index = simd::Iota(tag, first_index + i / 2);
    const auto words = philox({index, simd::ShiftRight<32>(index), simd::Set(tag, stream), simd::Set(tag, round)},
                              static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32));
    simd::StoreInterleaved2(joined(words.a, words.b), joined(words.c, words.d), tag, block.data());
    std::copy_n(block.begin(), std::min(step, count - i), bits + i);
  }
}

}  // namespace
}  // namespace direct::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace direct {
namespace {

HWY_EXPORT(philox_array);

std::uint32_t low_word(std::uint64_t bits) { return static_cast<std::uint32_t>(bits); }
std::uint32_t high_word(std::uint64_t bits) { return static_cast<std::uint32_t>(bits >> 32); }

// The 128 bits of one Philox call: the seed is its key; stream and index are its counter.
std::array<std::uint64_t, 2> random_block(std::uint64_t seed, RandomStream stream, std::uint64_t index) {
  const r123::Philox4x32::ctr_type counter = {
      {low_word(index), high_word(index), static_cast<std::uint32_t>(stream), 0}};
  const r123::Philox4x32::key_type key = {{low_word(seed), high_word(seed)}};
  const auto words = r123::Philox4x32()(counter, key);
  return {words[0] | std::uint64_t{words[1]} << 32, words[2] | std::uint64_t{words[3]} << 32};
}

// An odd multiple of 2^-53: never 0, never 1, and exact.
double uniform(std::uint64_t bits) { return (static_cast<double>(bits >> 12) + 0.5) * 0x1p-52; }

}  // namespace

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

void fill_random_bits(std::uint64_t seed, RandomStream stream, std::uint64_t first_index, std::uint32_t round,
                      std::span<std::uint64_t> bits) {
  HWY_DYNAMIC_DISPATCH(philox_array)
  (seed, static_cast<std::uint32_t>(stream), round, first_index, bits.data(), bits.size());
}

}  // namespace direct
#endif
