// SPDX-License-Identifier: MIT
#include "harness/results_table.h"

#include <direct/error.h>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <cmath>
#include <fstream>
#include <iterator>

#include "harness/command.h"
#include "harness/data_sets.h"

namespace study {
namespace {

const Cells columns = {"set", "fold", "rmse"};

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

RC_GTEST_PROP(Csv, LinesAreReadAsTheyWereWritten, (const std::vector<std::string>& texts)) {
  RC_PRE(!texts.empty());
  RC_ASSERT(parse_csv(csv_line(texts)) == std::vector<Cells>{texts});
}

TEST(Csv, NumbersAreReadAsTheSameAndNanIsEmpty) {
  EXPECT_EQ(std::stod(cell(0.1)), 0.1);
  EXPECT_EQ(std::stod(cell(1.0 / 3.0)), 1.0 / 3.0);
  EXPECT_EQ(cell(1440.0), "1440");
  EXPECT_EQ(cell(std::nan("")), "");
}

TEST(ResultsTable, GoesOnWhereItWas) {
  const ScratchFolder scratch;
  const std::string path = scratch.path() + "/new/table.csv";
  ResultsTable(path, columns).add({"gas", "0", "0.1"});
  ResultsTable again(path, columns);
  EXPECT_TRUE(again.has({"set", "fold"}, {"gas", "0"}));
  EXPECT_FALSE(again.has({"set", "fold"}, {"gas", "1"}));
  again.add({"a, b", "1", "\"2\""});
  EXPECT_EQ(ResultsTable(path, columns).rows(), (std::vector<Cells>{{"gas", "0", "0.1"}, {"a, b", "1", "\"2\""}}));
  EXPECT_TRUE(ResultsTable(path, columns, true).rows().empty());
}

TEST(ResultsTable, ALineThatWasNotFinishedIsForgotten) {
  const ScratchFolder scratch;
  const std::string path = scratch.path() + "/table.csv";
  write(path, "set,fold,rmse\ngas,0,0.1\ngas,1,0.");
  ResultsTable table(path, columns);
  EXPECT_EQ(table.rows(), (std::vector<Cells>{{"gas", "0", "0.1"}}));
  table.add({"gas", "1", "0.2"});
  EXPECT_EQ(text_of(path), "set,fold,rmse\ngas,0,0.1\ngas,1,0.2\n");
}

TEST(ResultsTable, RefusesOtherColumnsAndShortRows) {
  const ScratchFolder scratch;
  const std::string path = scratch.path() + "/table.csv";
  write(path, "set,rmse\ngas,0.1\n");
  EXPECT_THROW(ResultsTable(path, columns), direct::Error);
  EXPECT_EQ(text_of(path), "set,rmse\ngas,0.1\n");
  write(path, "set,fold,rmse\ngas,0.1\n");
  EXPECT_THROW(ResultsTable(path, columns), direct::Error);
  EXPECT_THROW(ResultsTable("/proc/none/table.csv", columns), direct::Error);
}

TEST(Command, ReadsNumbersAndRanges) {
  EXPECT_EQ(parse_numbers("folds", "0-2,5"), (std::vector<std::size_t>{0, 1, 2, 5}));
  EXPECT_TRUE(parse_numbers("folds", "").empty());
  for (const char* text : {"x", "1-", "3-1", "-1", "1,,2", "0-99999999"})
    EXPECT_THROW(parse_numbers("folds", text), direct::Error) << text;
}

TEST(DataSets, GeneratedSetsAreThereAndFoldsPartTheRows) {
  const ScratchFolder scratch;
  for (const std::string& name : generated_names()) {
    const FoldedSet set = folded_set(name, scratch.path());
    EXPECT_EQ(set.num_folds(), 10U);
    const std::size_t test = direct::survey(set.test(0)).num_rows, train = direct::survey(set.train(0)).num_rows;
    EXPECT_EQ(test + train, set.num_rows());
    EXPECT_EQ(test, set.num_rows() / 10);
  }
  EXPECT_THROW(folded_set("none", scratch.path()), direct::Error);
}

}  // namespace
}  // namespace study
