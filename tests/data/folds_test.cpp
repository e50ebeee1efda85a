// SPDX-License-Identifier: MIT
#include <algorithm>

#include <gtest/gtest.h>

#include <direct/data.h>

#include "data/test_files.h"
#include "oracle/property.h"

namespace direct::folds_test {
namespace {

PROPERTY(Folds, AreBalanced, (std::uint64_t seed, Any& any)) {
  const auto num_rows = any.in_range<std::size_t>(2, 200);
  const auto num_folds = any.in_range(2, static_cast<int>(num_rows) + 1);
  const std::vector<int> folds = random_folds(num_rows, num_folds, seed);
  std::vector<std::size_t> sizes(static_cast<std::size_t>(num_folds));
  for (const int fold : folds) ++sizes.at(static_cast<std::size_t>(fold));
  const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
  ASSERT_TRUE(folds.size() == num_rows);
  ASSERT_TRUE(*most - *least <= 1U);
  ASSERT_TRUE(random_folds(num_rows, num_folds, seed) == folds);
}

TEST(Folds, DependOnTheSeedAndAreMixed) {
  EXPECT_NE(random_folds(100, 5, 1), random_folds(100, 5, 2));
  const std::vector<int> folds = random_folds(100, 2, 1);
  EXPECT_FALSE(std::is_sorted(folds.begin(), folds.end()));
}

TEST(Folds, ImpossibleNumbersAreErrorsOfUsage) {
  EXPECT_EQ(thrown_by([] { random_folds(10, 1, 0); }),
            usage_error("expected between 2 and 10 folds for 10 rows, found 1"));
  EXPECT_EQ(thrown_by([] { random_folds(10, 11, 0); }),
            usage_error("expected between 2 and 10 folds for 10 rows, found 11"));
  EXPECT_EQ(thrown_by([] { random_folds(10, -3, 0); }),
            usage_error("expected between 2 and 10 folds for 10 rows, found -3"));
}

TEST(FoldMasks, AreReadColumnByColumn) {
  const TestDirectory directory;
  const std::vector<std::vector<bool>> expected{{true, false, false}, {false, true, false}};
  EXPECT_EQ(read_fold_masks(directory.write("m.csv", "1,0\n0,1\n0,0\n")), expected);
  EXPECT_EQ(read_fold_masks(directory.write("m.csv.gz", gzip("1.0;0\n0;1\n0;0"))), expected);
}

TEST(FoldMasks, AnythingElseIsAnError) {
  const TestDirectory directory;
  const auto error_of = [&](const std::string& text) {
    auto thrown = thrown_by([&] { read_fold_masks(directory.write("m.csv", text)); });
    if (thrown) thrown->message.erase(0, directory.path("").size());
    return thrown;
  };
  EXPECT_EQ(error_of("1,0\n0,2\n"), data_error("m.csv:2:2: expected 0 or 1, found \"2\""));
  EXPECT_EQ(error_of("a,b\n0,1\n"), data_error("m.csv:1:1: expected 0 or 1, found \"a\""));
  EXPECT_EQ(error_of("1,\n"), data_error("m.csv:1:2: expected 0 or 1, found \"\""));
  EXPECT_EQ(error_of("1,0\n0\n"), data_error("m.csv:2: expected 2 fields, found 1"));
  EXPECT_EQ(error_of(""), data_error("m.csv: is empty"));
}

}  // namespace
}  // namespace direct::folds_test
