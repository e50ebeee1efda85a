// SPDX-License-Identifier: MIT
#include "data/csv_reader.h"

#include <gtest/gtest.h>

#include "data/test_files.h"
#include "data/text_source.h"

namespace direct::csv_reader_test {
namespace {

using Record = std::vector<std::string>;
using Records = std::vector<Record>;

CsvReader reader_of(const std::string& text, char delimiter = 0) {
  return {std::make_unique<TextSource>(text), "a.csv", delimiter};
}

Records records(const std::string& text, char delimiter = 0) {
  CsvReader reader = reader_of(text, delimiter);
  Records result;
  while (reader.next()) result.emplace_back(reader.fields().begin(), reader.fields().end());
  return result;
}

std::vector<std::size_t> lines(const std::string& text) {
  CsvReader reader = reader_of(text);
  std::vector<std::size_t> result;
  while (reader.next()) result.push_back(reader.line());
  return result;
}

TEST(CsvReader, SplitsPlainRecords) {
  EXPECT_EQ(records("a,b\n1,2\n"), (Records{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(records("a,b\n1,2"), (Records{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(records(",\n,"), (Records{{"", ""}, {"", ""}}));
  EXPECT_EQ(records(""), Records());
}

TEST(CsvReader, TakesEveryLineEnd) {
  const Records expected{{"a", "b"}, {"1", "2"}};
  EXPECT_EQ(records("a,b\r\n1,2\r\n"), expected);
  EXPECT_EQ(records("a,b\r\n1,2"), expected);
  EXPECT_EQ(records("a,b\r1,2\r"), expected);
  EXPECT_EQ(records("a,b\n1,2\r\n"), expected);
  EXPECT_EQ(records("\r\na,b\r\n\r\n1,2\r\n"), expected);
  EXPECT_EQ(records("\"a\r\nx\",b\n1,2\n"), (Records{{"a\r\nx", "b"}, {"1", "2"}}));
}

TEST(CsvReader, TakesQuotedFields) {
  EXPECT_EQ(records("\"a,b\",\"c\"\"d\",\"\"\n"), (Records{{"a,b", "c\"d", ""}}));
  EXPECT_EQ(records("\"a\nb\",2\n3,4\n"), (Records{{"a\nb", "2"}, {"3", "4"}}));
  EXPECT_EQ(records("\"\"\"\",1\n"), (Records{{"\"", "1"}}));
  EXPECT_EQ(records("1,\"\"\n"), (Records{{"1", ""}}));
  EXPECT_EQ(records("\"\"\n"), (Records{{""}}));
  EXPECT_EQ(records("a,\"b\""), (Records{{"a", "b"}}));
}

TEST(CsvReader, AQuoteInsideAFieldIsJustAQuote) {
  EXPECT_EQ(records("5\" pipe,2\nx,y\n"), (Records{{"5\" pipe", "2"}, {"x", "y"}}));
  EXPECT_EQ(records("a,5\"\n1,6\"\n"), (Records{{"a", "5\""}, {"1", "6\""}}));
}

TEST(CsvReader, SkipsByteOrderMarkAndEmptyLines) {
  EXPECT_EQ(records("\xef\xbb\xbf"
                    "a,b\n\n\n1,2\n\n"),
            (Records{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(records("\n\n"), Records());
}

TEST(CsvReader, KnowsTheLineOnWhichARecordStarts) {
  EXPECT_EQ(lines("a\n\nb\nc"), (std::vector<std::size_t>{1, 3, 4}));
  EXPECT_EQ(lines("\"a\n\nb\",1\nc,2\r\n\"d\",3\n"), (std::vector<std::size_t>{1, 4, 5}));
  EXPECT_EQ(lines("a,b\r1,2\r"), (std::vector<std::size_t>{1, 2}));
}

TEST(CsvReader, DetectsTheDelimiter) {
  EXPECT_EQ(reader_of("a,b;c,d\n").delimiter(), ',');
  EXPECT_EQ(reader_of("a;b;c,d\n").delimiter(), ';');
  EXPECT_EQ(reader_of("a\tb\tc,d\n").delimiter(), '\t');
  EXPECT_EQ(reader_of("\"a,b,c,d\";e\n").delimiter(), ';');
  EXPECT_EQ(reader_of("\n\na;b\n").delimiter(), ';');
  EXPECT_EQ(reader_of("a\n;;;;\n").delimiter(), ',');
  EXPECT_EQ(records("a|b,c\n", '|'), (Records{{"a", "b,c"}}));
}

TEST(CsvReader, AnOpenQuoteIsAnErrorAtItsRecord) {
  EXPECT_EQ(thrown_by([] { records("a,b\n1,\"2\n3,4\n"); }), data_error("a.csv:2: a quoted field is not closed"));
  EXPECT_EQ(thrown_by([] { records("\""); }), data_error("a.csv:1: a quoted field is not closed"));
  EXPECT_EQ(thrown_by([] { records("a,b\n1,\"2\"\""); }), data_error("a.csv:2: a quoted field is not closed"));
}

TEST(CsvReader, TextAfterAClosingQuoteIsAnError) {
  EXPECT_EQ(thrown_by([] { records("a,b\n1,\"2\"x\n"); }),
            data_error("a.csv:2:2: expected the field to end after its closing quote"));
}

TEST(CsvReader, OtherFilesAreErrors) {
  EXPECT_EQ(thrown_by([] { records(std::string("PK\x03\x04\0\0", 6)); }),
            data_error("a.csv: is not a text file, expected CSV"));
  EXPECT_EQ(thrown_by([] {
              records(
                  std::string("\xff\xfe"
                              "a\0",
                              4));
            }),
            data_error("a.csv: is UTF-16 text, expected UTF-8"));
}

TEST(CsvReader, TakesRecordsLongerThanItsBuffer) {
  const std::string field(3'000'000, 'x');
  EXPECT_EQ(records("a,b\n" + field + ",2\n\"" + field + "\n\",4\n"),
            (Records{{"a", "b"}, {field, "2"}, {field + "\n", "4"}}));
}

TEST(CsvReader, RefusesEndlessRecords) {
  const std::string text = "a,b\n\"" + std::string(std::size_t{65} << 20, 'x');
  EXPECT_EQ(thrown_by([&] { records(text); }),
            data_error("a.csv:2: a record is longer than 64 MiB; is a quote left open?"));
}

TEST(CsvReader, LinesAcrossBufferBoundsStayWhole) {
  std::string text = "a,b\n";
  Records expected{{"a", "b"}};
  for (int i = 0; i < 300'000; ++i) {
    expected.push_back({std::to_string(i), i % 3 == 0 ? "x,\"\n" : "y"});
    text += expected.back()[0] + (i % 3 == 0 ? ",\"x,\"\"\n\"\n" : ",y\n");
  }
  EXPECT_EQ(records(text), expected);
}

}  // namespace
}  // namespace direct::csv_reader_test
