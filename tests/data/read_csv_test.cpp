// SPDX-License-Identifier: MIT
#include <cmath>

#include <direct/table.h>

#include <gtest/gtest.h>

#include "data/surveys.h"
#include "data/test_files.h"

namespace direct::read_csv_test {
namespace {

TEST(ReadCsv, KeepsWhatTheFileSays) {
  const TestDirectory directory;
  const std::string path = directory.write("d.csv", "id,city,b,y\np,,NA,1\nq,Oslo,2.5,2\nr,NA,,3\n");
  const Table table = read_csv(path, {.target = "y", .drop = {"id"}, .missing = Missing::indicator});
  ASSERT_EQ(table.columns.size(), 4U);
  EXPECT_EQ(table.columns[1].name, "city");
  EXPECT_EQ(table.columns[1].values.text(0), "");
  EXPECT_EQ(table.columns[1].values.text(1), "Oslo");
  EXPECT_EQ(table.columns[2].values.number(1), 2.5);
  EXPECT_TRUE(std::isnan(table.columns[2].values.number(2)));
  EXPECT_FALSE(table.columns[0].values.categorical());  // dropped: not in memory
  const Survey found = survey(table), expected = survey(open_dataset({path}, table.options));
  expect_same_contents(found, expected);
  EXPECT_EQ(found.schema.dropped, expected.schema.dropped);
}

TEST(ReadCsv, NamesTheFileInItsErrors) {
  const TestDirectory directory;
  const std::string path = directory.write("d.csv", "a,b\n1,Oslo\nx,Rome\n");
  EXPECT_EQ(thrown_by([&] { read_csv(path); }),
            data_error(path + ":3:1: expected a number in column \"a\", found \"x\" (or use `categorical` a)"));
  const std::string other = directory.write("e.csv", "a,b\n1,Oslo\n1,7\n");
  EXPECT_EQ(thrown_by([&] { read_csv(other); }),
            data_error(other + ":3:2: expected a category in column \"b\", found the number \"7\""
                               " (or use `categorical` b)"));
  EXPECT_EQ(thrown_by([&] { read_csv(path, {.drop = {"z"}}); })->kind, ErrorKind::usage);
}

}  // namespace
}  // namespace direct::read_csv_test
