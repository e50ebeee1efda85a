// SPDX-License-Identifier: MIT
#include "table/schedule.h"

#include <gtest/gtest.h>

#include "harness/data_sets.h"

namespace study::schedule_test {
namespace {

const Cells columns = {
    "set",  "fold",        "method",          "num_features",    "num_levels",         "max_iterations",
    "seed", "fit_seconds", "fit_cpu_seconds", "prepare_seconds", "statistics_seconds", "machine"};
const RunKey key{"2000", "15", "1000", "0"};

Cells row(const std::string& set, const std::string& fold, const std::string& method, const std::string& seconds,
          const std::string& num_features = "2000") {
  return {set, fold, method, num_features, "15", "1000", "0", seconds, seconds, "2", "1", "here"};
}

class ScheduleTest : public testing::Test {
 protected:
  ScratchFolder scratch_;
  ResultsTable table_{scratch_.path() + "/table.csv", columns, {.key = {"set", "fold", "method"}, .machine = "here"}};
  Schedule schedule_{table_, key, 60.0};
};

TEST_F(ScheduleTest, WhatIsThereIsNotRunAgain) {
  table_.add(row("gas", "0", "reparam", "3"));
  table_.add(row("gas", "0", "companion", "3", "100"));  // of another size
  const FoldTask left = schedule_.remaining({"gas", 0, {"reparam", "companion"}});
  EXPECT_EQ(left.methods, std::vector<std::string>{"companion"});
  EXPECT_EQ(schedule_.remaining({"gas", 1, {"reparam"}}).methods, std::vector<std::string>{"reparam"});
}

TEST_F(ScheduleTest, WhereFoldZeroTriesPatienceOthersGoWithoutMixtureSgd) {
  table_.add(row("gas", "0", "mixture-sgd", "61"));
  table_.add(row("wine", "0", "mixture-sgd", "59"));
  table_.add(row("gas", "0", "reparam", "100"));
  EXPECT_TRUE(schedule_.remaining({"gas", 1, {"mixture-sgd"}}).methods.empty());
  EXPECT_EQ(schedule_.remaining({"gas", 1, {"reparam"}}).methods.size(), 1U);
  EXPECT_EQ(schedule_.remaining({"wine", 1, {"mixture-sgd"}}).methods.size(), 1U);
}

TEST_F(ScheduleTest, TimeLeftIsThatOfTheSameSetOrElseOfTheOthers) {
  EXPECT_EQ(schedule_.seconds_left({{"gas", 1, {"reparam"}}}), 0.0);
  table_.add(row("gas", "0", "reparam", "10"));
  table_.add(row("wine", "0", "reparam", "20"));
  EXPECT_DOUBLE_EQ(schedule_.seconds_left({{"gas", 1, {"reparam"}}}), 13.0);
  EXPECT_DOUBLE_EQ(schedule_.seconds_left({{"pol", 0, {"reparam"}}}), 15.0);
  EXPECT_DOUBLE_EQ(schedule_.seconds_left({{"gas", 0, {"reparam"}}, {"gas", 1, {"reparam"}}}), 13.0);
}

}  // namespace
}  // namespace study::schedule_test
