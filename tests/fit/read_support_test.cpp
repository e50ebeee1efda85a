// SPDX-License-Identifier: MIT
#include <direct/fit.h>

#include <gtest/gtest.h>

#include "data/test_files.h"

namespace direct::read_support_test {
namespace {

class ReadSupport : public testing::Test {
 protected:
  Matrix read(const std::string& text) const { return read_support(directory_.write("s.txt", text)); }
  void expect_refused(const std::string& text, const std::string& reason) const {
    EXPECT_EQ(thrown_by([&] { read(text); }), data_error(directory_.path("s.txt") + reason)) << text;
  }

  TestDirectory directory_;
};

TEST_F(ReadSupport, TakesALineForEachWeight) {
  const Matrix levels = read("-1,0,2\n-0.5,0,1e-3\n");
  ASSERT_EQ(levels.rows(), 3U);
  ASSERT_EQ(levels.cols(), 2U);
  EXPECT_EQ(levels(2, 0), 2.0);
  EXPECT_EQ(levels(0, 1), -0.5);
  EXPECT_EQ(levels(2, 1), 1e-3);
}

TEST_F(ReadSupport, ReadsWhatEditorsWrite) {
  const Matrix expected = read("-1,0,2\n0,1,2\n");
  for (const char* text : {"-1,0,2\n0,1,2", "-1,0,2\r\n0,1,2\r\n", "-1,0,2\n0,1,2\n\n", "-1, 0, +2\n 0,1,2 \n",
                           "\xEF\xBB\xBF-1,0,2\n0,1,2\n"})
    EXPECT_TRUE(read(text) == expected) << text;
  EXPECT_TRUE(read_support(directory_.write("s.gz", gzip("-1,0,2\n0,1,2\n"))) == expected);
}

TEST_F(ReadSupport, SaysWhereAndWhatIsWrong) {
  expect_refused("", ": is empty; expected a line of levels v1,v2,... for each weight");
  expect_refused("\n\n", ": is empty; expected a line of levels v1,v2,... for each weight");
  expect_refused("-1,0,1\n-1,nan,1\n", ":2:2: expected a number, found \"nan\"");
  expect_refused("-1,inf\n", ":1:2: expected a number, found \"inf\"");
  expect_refused("-1,0,1,\n", ":1:4: expected a number, found \"\"");
  expect_refused("-1,zero,1\n", ":1:2: expected a number, found \"zero\"");
  expect_refused("-1;0;1\n", ":1:1: expected a number, found \"-1;0;1\"");
  expect_refused("-1,0,1\n0,2,1\n", ":2:3: expected a level above 2, found 1");
  expect_refused("-1,0,0\n", ":1:3: expected a level above 0, found 0");
  expect_refused("-1,0,1\n-1,1\n", ":2: expected 3 levels, as on the lines before, found 2");
  expect_refused("5\n", ":1: expected 2 to 256 levels v1,v2,..., found 1");
}

TEST_F(ReadSupport, TakesUpTo256Levels) {
  std::string line = "0";
  for (int k = 1; k < 256; ++k) line += "," + std::to_string(k);
  EXPECT_EQ(read(line + "\n").rows(), 256U);
  expect_refused(line + ",256\n", ":1: expected 2 to 256 levels v1,v2,..., found 257");
}

TEST_F(ReadSupport, RefusesWhatIsNoFile) {
  EXPECT_EQ(thrown_by([&] { read_support(directory_.path("absent")); }),
            data_error(directory_.path("absent") + ": cannot be read: No such file or directory"));
  const auto thrown = thrown_by([&] { read_support(directory_.path("")); });
  ASSERT_TRUE(thrown);
  EXPECT_EQ(thrown->kind, ErrorKind::data);
  EXPECT_NE(thrown->message.find("is a directory"), std::string::npos);
}

}  // namespace
}  // namespace direct::read_support_test
