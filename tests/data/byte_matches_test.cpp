// SPDX-License-Identifier: MIT
#include "data/byte_matches.h"
#include "oracle/property.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace direct::byte_matches_test {
namespace {

PROPERTY(ByteMatches, AreAllThereAre, (Any & any)) {
  const auto text = any.text_of(std::string(",-.ab\x00\x01\x7f\x80\xac\xff", 11));
  const char wanted = any.element_of(std::string(",\x00\x80\xff", 4));
  std::vector<std::size_t> found, expected;
  for_each_match(text, wanted, [&](std::size_t i) { found.push_back(i); });
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == wanted) expected.push_back(i);
  }
  ASSERT_TRUE(found == expected);
}

}  // namespace
}  // namespace direct::byte_matches_test
