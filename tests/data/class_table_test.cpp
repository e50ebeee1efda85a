// SPDX-License-Identifier: MIT
#include "data/class_table.h"

#include <gtest/gtest.h>

namespace direct::class_table_test {
namespace {

TEST(ClassTable, CellsEqualAsNumbersAreOneClass) {
  ClassTable table;
  EXPECT_EQ(table.insert("1.00"), 0U);
  EXPECT_EQ(table.insert("-1"), 1U);
  EXPECT_EQ(table.find("1"), 0U);
  EXPECT_EQ(table.find("+1e0"), 0U);
  EXPECT_EQ(table.find("-1.0"), 1U);
  EXPECT_EQ(table.find("2"), std::nullopt);
  EXPECT_EQ(table.find("one"), std::nullopt);
  EXPECT_EQ(table.key(0), "1");
}

TEST(ClassTable, TextsAreWhatTheyAre) {
  const ClassTable table({"no", "yes"});
  EXPECT_EQ(table.find("yes"), 1U);
  EXPECT_EQ(table.find("Yes"), std::nullopt);
  EXPECT_EQ(table.key(1), "yes");
}

TEST(ClassTable, IsShownByTheShortestText) {
  ClassTable table({"1.00"});
  table.add_text(0, "1.0");
  table.add_text(0, "1e0");
  EXPECT_EQ(table.texts()[0], "1.0");
  table.add_text(0, "1");
  table.add_text(0, "1.0");
  EXPECT_EQ(table.texts()[0], "1");
  EXPECT_EQ(table.key(0), "1");
}

TEST(ClassTable, OrderIsThatOfMeanings) {
  const auto expect_before = [](const std::string& first, const std::string& second) {
    EXPECT_TRUE(class_before(first, second)) << first << " " << second;
    EXPECT_FALSE(class_before(second, first)) << first << " " << second;
  };
  expect_before("0", "1");
  expect_before("-1", "1");
  expect_before("9", "10");
  expect_before("1.0", "2");
  expect_before("false", "true");
  expect_before("FALSE", "True");
  expect_before("no", "YES");
  expect_before("n", "Y");
  expect_before("F", "t");
  expect_before("B", "a");
  expect_before("10", "9a");
  expect_before("benign", "malignant");
  expect_before("False", "false");
}

}  // namespace
}  // namespace direct::class_table_test
