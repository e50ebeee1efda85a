// SPDX-License-Identifier: MIT
#include <direct/option_values.h>

#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <vector>

#include "data/test_files.h"
#include "posterior/options/option_values.h"

namespace direct::option_values_test {
namespace {

using Values = std::vector<double>;

template <typename Value>
void expect_refused(const std::string& option, const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    const auto thrown = thrown_by([&] { Value{word}; });
    ASSERT_TRUE(thrown) << word;
    EXPECT_EQ(thrown->kind, ErrorKind::usage) << word;
    EXPECT_TRUE(thrown->message.starts_with("`" + option + "`: expected ")) << thrown->message;
    EXPECT_NE(thrown->message.find("found \"" + word + "\""), std::string::npos) << thrown->message;
  }
}

const std::vector<std::string> no_numbers = {"",    " ",   "x",     "AUTO", "auto ", "1 ",       " 1", "1e",
                                             "0x1", "nan", "1e999", "inf",  "-inf",  "infinity", "--1"};

TEST(PriorScale, IsAutomaticOrAPositiveNumber) {
  EXPECT_TRUE(PriorScale("auto").is_automatic());
  EXPECT_EQ(PriorScale("0.25").deviation, 0.25);
  EXPECT_EQ(PriorScale("+3"), PriorScale(3.0));
  EXPECT_EQ(PriorScale("1e-3").deviation, 1e-3);
  expect_refused<PriorScale>("prior_scale", no_numbers);
  expect_refused<PriorScale>("prior_scale", {"0", "-1", "1:2", "1,2"});
  for (const double value : {0.0, -1.0, 1e200, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_THROW(PriorScale{value}, Error) << value;
}

TEST(NoiseLevels, AreAutomaticOneVarianceOrALogarithmicGrid) {
  EXPECT_TRUE(NoiseLevels("auto").is_automatic());
  EXPECT_TRUE(NoiseLevels("auto").variances().empty());
  EXPECT_EQ(NoiseLevels("0.5").variances(), Values{0.5});
  const Values grid = NoiseLevels("0.01:1:3").variances();
  ASSERT_EQ(grid.size(), 3U);
  EXPECT_EQ(grid[0], 0.01);
  EXPECT_NEAR(grid[1], 0.1, 1e-15);
  EXPECT_EQ(grid[2], 1.0);
  EXPECT_EQ(NoiseLevels("1:2:256").variances().size(), 256U);
}

TEST(NoiseLevels, RefuseEverythingElse) {
  expect_refused<NoiseLevels>("noise", no_numbers);
  expect_refused<NoiseLevels>(
      "noise", {"0",     "-1",    "1,2",   ":",     "::",     "1:2",     "1:2:",    "1:2:3:4", "0:1:3",   "-1:1:3",
                "2:1:3", "1:1:3", "1:2:1", "1:2:0", "1:2:-3", "1:2:2.5", "1:2:257", "1:2:1e9", "1:inf:3", "a:2:3"});
  EXPECT_THROW(NoiseLevels{-1.0}, Error);
}

TEST(Support, IsAWordARangeAListOrAFile) {
  EXPECT_EQ(Support("auto").kind, Support::Kind::automatic);
  EXPECT_EQ(Support("learned"), Support());
  EXPECT_EQ(Support("learned-shared").kind, Support::Kind::learned_shared);
  EXPECT_EQ(Support("pow2").kind, Support::Kind::pow2);
  EXPECT_EQ(Support("@levels.txt").path, "levels.txt");
  EXPECT_EQ(Support("-1:1").low, -1.0);
  EXPECT_EQ(Support("-1:1").high, 1.0);
  EXPECT_EQ(Support("-1,0,2.5").levels, (Values{-1.0, 0.0, 2.5}));
  EXPECT_EQ(Support("-1e-3,+2").levels, (Values{-1e-3, 2.0}));
}

TEST(Support, RefusesEverythingElse) {
  expect_refused<Support>("support", no_numbers);
  expect_refused<Support>("support", {"1", "1:", ":1", "1:1", "2:1", "1:2:3", "1,1", "2,1", "1,,2", ",1,2", "1,2,",
                                      "1,nan", "0:inf", "1;2", "@", "pow", "pow2 ", "learned_shared", "pow2:1"});
  EXPECT_TRUE(thrown_by([] { Support{"0,2,1"}; })->message.ends_with("found \"0,2,1\", where 1 comes after 2"));
  EXPECT_TRUE(thrown_by([] { Support{"1"}; })->message.ends_with("found \"1\", of 1 levels"));
}

TEST(PriorMixture, IsNoneOrScalesWithTheirWeights) {
  EXPECT_TRUE(PriorMixture("none").empty());
  EXPECT_EQ(PriorMixture("0.5:1,0.25:0.3").weights, (Values{0.5, 0.25}));
  EXPECT_EQ(PriorMixture("0.5:1,0.25:0.3").factors, (Values{1.0, 0.3}));
  expect_refused<PriorMixture>(
      "prior_mixture", {"", "1", "1:1", "0.5:1,", "a:b,c:d", "-1:1,2:2", "1:1:1,2:2", "nan:1,1:1", "0:1,1:1", "1:0,1:1",
                        "1:1,1:2000", "1e7:1,1:1", "1:1,1"});
}

TEST(MemorySize, IsReadWithItsUnit) {
  EXPECT_EQ(MemorySize("500MB").bytes, 500000000U);
  EXPECT_EQ(MemorySize("1.5GB").bytes, 1500000000U);
  expect_refused<MemorySize>("memory", {"", "GB", "4", "4 GB", "-1GB", "1e3GB", "10KB", "2000TB", "nanGB"});
}

TEST(OptionValues, AreWrittenAsTheyMayBeRead) {
  for (const char* text : {"auto", "learned", "learned-shared", "pow2", "@a file", "-0.1:0.3", "-1,0,2.5"})
    EXPECT_EQ(text_of(Support(text)), text);
  for (const char* text : {"auto", "0.5", "0.01:1:3"}) EXPECT_EQ(text_of(NoiseLevels(text)), text);
  for (const char* text : {"auto", "0.125"}) EXPECT_EQ(text_of(PriorScale(text)), text);
  for (const char* text : {"none", "0.5:1,0.5:0.3"}) EXPECT_EQ(text_of(PriorMixture(text)), text);
  for (const char* text : {"4GB", "500MB", "1500KB", "1234567B"}) EXPECT_EQ(text_of(MemorySize(text)), text);
}

// As a program may set them, field by field.
TEST(OptionValues, AreCheckedHoweverTheyCame) {
  Support range("-1:1"), list("1,2"), file("@f");
  range.high = -2.0;
  list.levels = {2.0, 1.0};
  file.path.clear();
  for (const Support& support : {range, list, file}) EXPECT_THROW(check(support), Error);
  NoiseLevels noise("1:2:3");
  noise.high = 0.5;
  EXPECT_THROW(check(noise), Error);
  PriorScale scale(1.0);
  scale.deviation = -1.0;
  EXPECT_THROW(check(scale), Error);
  PriorMixture mixture("0.5:1,0.5:0.3");
  mixture.weights.pop_back();
  EXPECT_THROW(check(mixture), Error);
  EXPECT_THROW(check(MemorySize(std::size_t{1000})), Error);
}

}  // namespace
}  // namespace direct::option_values_test
