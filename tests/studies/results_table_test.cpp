// SPDX-License-Identifier: MIT
#include "harness/results_table.h"

#include <direct/error.h>

#include <gtest/gtest.h>
#include <cmath>
#include <fstream>
#include <iterator>

#include "harness/command.h"
#include "harness/data_sets.h"
#include "oracle/property.h"

namespace study::results_table_test {
namespace {

const Cells columns = {"set", "fold", "rmse", "machine"};
const std::string here = "1 of 2 cores of this";
const ResultsTable::Rules rules{.key = {"set", "fold"}, .machine = here};

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

PROPERTY(Csv, LinesAreReadAsTheyWereWritten, (const std::vector<std::string>& texts)) {
  if (!(!texts.empty())) return;
  ASSERT_TRUE(parse_csv(csv_line(texts)) == std::vector<Cells>{texts});
}

TEST(Csv, NumbersAreReadAsTheSame) {
  EXPECT_EQ(std::stod(cell(0.1)), 0.1);
  EXPECT_EQ(std::stod(cell(1.0 / 3.0)), 1.0 / 3.0);
  EXPECT_EQ(cell(1440.0), "1440");
  EXPECT_EQ(cell(std::nullopt), "");
  EXPECT_EQ(cell(std::nan("")), "nan");  // what broke down is not what does not apply
}

TEST(ResultsTable, GoesOnWhereItWas) {
  const ScratchFolder scratch;
  const std::string path = scratch.path() + "/new/table.csv";
  ResultsTable(path, columns, rules).add({"gas", "0", "0.1", here});
  ResultsTable again(path, columns, rules);
  EXPECT_TRUE(again.has({"set", "fold"}, {"gas", "0"}));
  EXPECT_FALSE(again.has({"set", "fold"}, {"gas", "1"}));
  again.add({"a, b", "1", "\"2\"", here});
  EXPECT_EQ(ResultsTable(path, columns, rules).rows(),
            (std::vector<Cells>{{"gas", "0", "0.1", here}, {"a, b", "1", "\"2\"", here}}));
}

TEST(ResultsTable, ANewerRowTakesThePlaceOfAnOlderOne) {
  const ScratchFolder scratch;
  const std::string path = scratch.path() + "/table.csv";
  ResultsTable table(path, columns, rules);
  table.add({{"gas", "0", "1", here}, {"gas", "0", "2", here}, {"gas", "1", "3", here}});  // a key may have many rows
  table.add({"gas", "0", "4", here});
  EXPECT_EQ(table.rows(), (std::vector<Cells>{{"gas", "1", "3", here}, {"gas", "0", "4", here}}));
}

TEST(ResultsTable, RowsOfAnotherMachineAndOfBeforeAreRunAgain) {
  const ScratchFolder scratch;
  const std::string path = scratch.path() + "/table.csv";
  ResultsTable(path, columns, rules)
      .add({{"gas", "0", "1", "2 of 2 cores of this"}, {"gas", "1", "1", "2 of 2 cores of that"}});
  const ResultsTable again(path, columns, rules);
  EXPECT_TRUE(again.has({"fold"}, {"0"}));
  EXPECT_FALSE(again.has({"fold"}, {"1"}));
  ResultsTable fresh(path, columns, {.key = rules.key, .machine = here, .fresh = true});
  EXPECT_FALSE(fresh.has({"fold"}, {"0"}));
  fresh.add({"gas", "0", "2", here});
  EXPECT_TRUE(fresh.has({"fold"}, {"0"}));
  EXPECT_EQ(fresh.rows().size(), 2U);  // nothing else is lost
}

TEST(ResultsTable, TwoProcessesAddToOneFile) {
  const ScratchFolder scratch;
  const std::string path = scratch.path() + "/table.csv";
  ResultsTable one(path, columns, rules), other(path, columns, rules);
  one.add({"gas", "0", "1", here});
  other.add({"gas", "1", "2", here});
  EXPECT_EQ(ResultsTable(path, columns, rules).rows().size(), 2U);
}

TEST(ResultsTable, ALineThatWasNotFinishedIsForgotten) {
  const ScratchFolder scratch;
  const std::string path = scratch.path() + "/table.csv";
  write(path, "set,fold,rmse,machine\ngas,0,0.1,x\ngas,1,0.");
  ResultsTable table(path, columns, rules);
  EXPECT_EQ(table.rows(), (std::vector<Cells>{{"gas", "0", "0.1", "x"}}));
  table.add({"gas", "1", "0.2", "x"});
  EXPECT_EQ(text_of(path), "set,fold,rmse,machine\ngas,0,0.1,x\ngas,1,0.2,x\n");
}

TEST(ResultsTable, RefusesWhatIsNoSuchFile) {
  const ScratchFolder scratch;
  const std::string path = scratch.path() + "/table.csv";
  for (const std::string text : {"set,rmse\ngas,0.1\n", "set,fold,rmse,machine\ngas,0.1\n", "a letter"}) {
    write(path, text);
    EXPECT_THROW(ResultsTable(path, columns, rules), direct::Error);
    EXPECT_EQ(text_of(path), text);
  }
  EXPECT_THROW(ResultsTable("/proc/none/table.csv", columns, rules), direct::Error);
  EXPECT_THROW(ResultsTable(scratch.path(), columns, rules), direct::Error);
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
  FoldedSet broken = folded_set("tiny-sensor", scratch.path());
  broken.masks = std::make_shared<const std::vector<std::vector<bool>>>(1, std::vector<bool>(40));
  EXPECT_THROW(direct::survey(broken.train(0)), direct::Error);
}

}  // namespace
}  // namespace study::results_table_test
