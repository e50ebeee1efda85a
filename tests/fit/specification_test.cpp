// SPDX-License-Identifier: MIT
#include "fit/specification.h"

#include <gtest/gtest.h>

#include "data/test_files.h"

namespace direct::specification_test {
namespace {

using Values = std::vector<double>;

template <typename Parse>
void expect_refused(const Parse& parse, const std::string& option, const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    const auto thrown = thrown_by([&] { parse(word); });
    ASSERT_TRUE(thrown) << word;
    EXPECT_EQ(thrown->kind, ErrorKind::usage) << word;
    EXPECT_TRUE(thrown->message.starts_with("--" + option + ": expected ")) << thrown->message;
    EXPECT_NE(thrown->message.find("found \"" + word + "\""), std::string::npos) << thrown->message;
  }
}

const std::vector<std::string> no_numbers = {"",    " ",   "x",     "AUTO", "auto ", "1 ",       " 1", "1e",
                                             "0x1", "nan", "1e999", "inf",  "-inf",  "infinity", "--1"};

TEST(ParsePriorScale, TakesAutoAndPositiveNumbers) {
  EXPECT_EQ(parse_prior_scale("auto"), std::nullopt);
  EXPECT_EQ(parse_prior_scale("0.25"), 0.25);
  EXPECT_EQ(parse_prior_scale("+3"), 3.0);
  EXPECT_EQ(parse_prior_scale("1e-3"), 1e-3);
}

TEST(ParsePriorScale, RefusesEverythingElse) {
  expect_refused(parse_prior_scale, "prior-scale", no_numbers);
  expect_refused(parse_prior_scale, "prior-scale", {"0", "-1", "1:2", "1,2"});
}

TEST(ParseNoise, TakesAutoOneVarianceAndLogarithmicGrids) {
  EXPECT_EQ(parse_noise("auto"), std::nullopt);
  EXPECT_EQ(parse_noise("0.5"), Values{0.5});
  const auto grid = parse_noise("0.01:1:3");
  ASSERT_TRUE(grid);
  ASSERT_EQ(grid->size(), 3U);
  EXPECT_EQ((*grid)[0], 0.01);
  EXPECT_NEAR((*grid)[1], 0.1, 1e-15);
  EXPECT_EQ((*grid)[2], 1.0);
  EXPECT_EQ(parse_noise("1:2:256")->size(), 256U);
}

TEST(ParseNoise, RefusesEverythingElse) {
  expect_refused(parse_noise, "noise", no_numbers);
  expect_refused(parse_noise, "noise",
                 {"0",     "-1",    "1,2",   ":",     "::",     "1:2",     "1:2:",    "1:2:3:4", "0:1:3",   "-1:1:3",
                  "2:1:3", "1:1:3", "1:2:1", "1:2:0", "1:2:-3", "1:2:2.5", "1:2:257", "1:2:1e9", "1:inf:3", "a:2:3"});
}

TEST(ParseSupport, TakesAutoRangesAndLists) {
  for (const char* word : {"auto", "learned", "learned-shared", "pow2", "@levels.txt"})
    EXPECT_EQ(parse_support(word, 5), std::nullopt) << word;
  EXPECT_EQ(parse_support("-1:1", 5), (Values{-1.0, -0.5, 0.0, 0.5, 1.0}));
  EXPECT_EQ(parse_support("-1:1", 4), (Values{-2.0, -1.0, 0.0, 1.0}));
  EXPECT_EQ(parse_support("0:3", 2), (Values{0.0, 3.0}));
  EXPECT_EQ(parse_support("-1,0,2.5", 7), (Values{-1.0, 0.0, 2.5}));
  EXPECT_EQ(parse_support("-1e-3,+2", 7), (Values{-1e-3, 2.0}));
}

TEST(ParseSupport, RefusesEverythingElse) {
  const auto parse = [](const std::string& word) { return parse_support(word, 5); };
  expect_refused(parse, "support", no_numbers);
  expect_refused(parse, "support",
                 {"1", "1:", ":1", "1:1", "2:1", "1:2:3", "1,1", "2,1", "1,,2", ",1,2", "1,2,", "1,nan", "0:inf", "1;2",
                  "@", "pow", "pow2 ", "learned_shared", "pow2:1"});
  EXPECT_TRUE(thrown_by([&] { parse("0,2,1"); })->message.ends_with("found \"0,2,1\", where 1 comes after 2"));
  EXPECT_TRUE(thrown_by([&] { parse("1"); })->message.ends_with("found \"1\", of 1 levels"));
  std::string many = "0";
  for (int i = 1; i < 256; ++i) many += "," + std::to_string(i);
  EXPECT_EQ(parse(many)->size(), 256U);
  expect_refused(parse, "support", {many + ",256"});
}

}  // namespace
}  // namespace direct::specification_test
