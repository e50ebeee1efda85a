// SPDX-License-Identifier: MIT
#include "data/byte_matches.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace direct {
namespace {

RC_GTEST_PROP(ByteMatches, AreAllThereAre, ()) {
  const auto text =
      *rc::gen::container<std::string>(rc::gen::elementOf(std::string(",-.ab\x00\x01\x7f\x80\xac\xff", 11)));
  const char wanted = *rc::gen::elementOf(std::string(",\x00\x80\xff", 4));
  std::vector<std::size_t> found, expected;
  for_each_match(text, wanted, [&](std::size_t i) { found.push_back(i); });
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == wanted) expected.push_back(i);
  }
  RC_ASSERT(found == expected);
}

}  // namespace
}  // namespace direct
