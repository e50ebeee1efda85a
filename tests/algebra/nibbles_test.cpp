// SPDX-License-Identifier: MIT
#include "algebra/nibbles.h"
#include "oracle/property.h"

#include <vector>

#include <gtest/gtest.h>

namespace direct::nibbles_test {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes packed(const Bytes& values) {
  Bytes bytes(nibble_bytes(values.size()), 0xAA);
  pack_nibbles(values, bytes);
  return bytes;
}

TEST(Nibbles, TheFirstOfTwoIsInTheLowHalf) {
  EXPECT_EQ(packed({0x1, 0x2, 0xE, 0xF}), (Bytes{0x21, 0xFE}));
  EXPECT_EQ(packed({}), Bytes{});
}

TEST(Nibbles, AnOddOneIsAloneInItsByte) {
  EXPECT_EQ(packed({0xF}), Bytes{0x0F});
  EXPECT_EQ(packed({0x3, 0x4, 0x5}), (Bytes{0x43, 0x05}));
}

TEST(Nibbles, WhatIsBesideAnOddOneIsRefused) {
  Bytes values(3);
  EXPECT_TRUE(unpack_nibbles(Bytes{0x43, 0x05}, values));
  EXPECT_EQ(values, (Bytes{0x3, 0x4, 0x5}));
  EXPECT_FALSE(unpack_nibbles(Bytes{0x43, 0x15}, values));
}

PROPERTY(Nibbles, UnpackedAndPackedAreTheSame, (Bytes values)) {
  for (std::uint8_t& value : values) value &= 0xF;
  const Bytes bytes = packed(values);
  Bytes again(values.size());
  ASSERT_TRUE(unpack_nibbles(bytes, again));
  ASSERT_TRUE(again == values);
}

}  // namespace
}  // namespace direct::nibbles_test
