// SPDX-License-Identifier: MIT
#include "data/text.h"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace direct::text_test {
namespace {

TEST(Text, TrimsSpacesAndTabs) {
  EXPECT_EQ(trimmed(" \ta b\t "), "a b");
  EXPECT_EQ(trimmed("   "), "");
  EXPECT_EQ(trimmed(""), "");
}

TEST(Text, KnowsUtf8) {
  for (const char* text : {"", "abc", "Troms\xc3\xb8", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xed\x9f\xbf"}) {
    EXPECT_TRUE(is_utf8(text)) << text;
  }
  // Latin-1, a lone continuation, an overlong slash, a surrogate, beyond Unicode, a cut character.
  for (const char* text :
       {"Troms\xf8", "\x80", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82"}) {
    EXPECT_FALSE(is_utf8(text));
  }
}

TEST(Text, QuotesOnOneShortLine) {
  EXPECT_EQ(in_quotes("abc"), "\"abc\"");
  EXPECT_EQ(in_quotes("a\nb\x01\xff"), "\"a?b??\"");
  EXPECT_EQ(in_quotes(std::string(100, 'x')), "\"" + std::string(59, 'x') + "...\"");
  EXPECT_TRUE(is_utf8(in_quotes(std::string(58, 'x') + "\xe2\x82\xac\xe2\x82\xac")));
}

TEST(Text, ListsAFewNames) {
  EXPECT_EQ(listed(std::vector<std::string>{"a", "b"}), "a, b");
  EXPECT_EQ(listed(std::vector<std::string>(12, "c")), "c, c, c, c, c, c, c, c, c, c, ... (12 in all)");
}

TEST(Text, CallsStandardInputByItsName) {
  EXPECT_EQ(display_name("-"), "<stdin>");
  EXPECT_EQ(display_name("a.csv"), "a.csv");
}

TEST(Text, SizesAreReadable) {
  EXPECT_EQ(readable_size(0), "0 bytes");
  EXPECT_EQ(readable_size(1), "1 byte");
  EXPECT_EQ(readable_size(999), "999 bytes");
  EXPECT_EQ(readable_size(1000), "1.0 kB");
  EXPECT_EQ(readable_size(12'345'678), "12.3 MB");
  EXPECT_EQ(readable_size(999'949'999), "999.9 MB");
  EXPECT_EQ(readable_size(999'950'000), "1.0 GB");
  EXPECT_EQ(readable_size(std::numeric_limits<std::size_t>::max()), "18.4 EB");
}

}  // namespace
}  // namespace direct::text_test
