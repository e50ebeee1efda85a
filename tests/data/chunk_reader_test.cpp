// SPDX-License-Identifier: MIT
// Wherever a file is cut, its records are those of the plainest reader.
#include "data/chunk_reader.h"

#include <gtest/gtest.h>

#include "data/csv_oracle.h"
#include "data/csv_reader.h"
#include "data/record_reader.h"
#include "data/test_files.h"
#include "data/text_source.h"
#include "oracle/property.h"

namespace direct::chunk_reader_test {
namespace {

std::vector<Chunk> chunks_of(const std::string& text, char delimiter, std::size_t chunk_bytes) {
  ChunkReader reader(std::make_unique<TextSource>(text, 7), "a.csv", delimiter, chunk_bytes);
  std::vector<Chunk> chunks;
  for (Chunk chunk; reader.next(chunk);) chunks.push_back(chunk);
  return chunks;
}

// Each chunk is read by a reader of its own, the last one first.
std::vector<PlainRecord> records_of(const std::vector<Chunk>& chunks, const CsvFormat& format) {
  std::vector<PlainRecord> records;
  for (auto chunk = chunks.rbegin(); chunk != chunks.rend(); ++chunk) {
    RecordReader reader(format, "a.csv");
    reader.start(*chunk);
    std::vector<PlainRecord> part;
    while (reader.next()) part.push_back({{reader.fields().begin(), reader.fields().end()}, reader.line()});
    records.insert(records.begin(), part.begin(), part.end());
  }
  return records;
}

std::vector<PlainRecord> serial_records(const std::string& text, char delimiter, std::size_t chunk_bytes) {
  CsvReader reader(std::make_unique<TextSource>(text), "a.csv", delimiter, chunk_bytes);
  std::vector<PlainRecord> records;
  while (reader.next()) records.push_back({{reader.fields().begin(), reader.fields().end()}, reader.line()});
  return records;
}

const std::vector<std::string> nasty_texts = {
    "a,b\n1,2\n",
    "a,b\n1,2",
    "a,b\r\n1,2\r\n\r\n3,4",
    "\n\n\na,b\n\n\n1,2\n\n",
    "\r\n\r\na,b\r\n",
    "\"a\nb\",2\n3,\"x\"\"\n,\"\"y\"\n\n5,6\n",
    "\"\"\"\",\"\"\n\"\n\n\n\",2\n",
    "5\" pipe,2\nx,6\"\n\"q\",r\n",
    "a,b\r\n\"x\r\ny\",\"\r\n\"\r\n1,2",
    ",\n,\n\n,",
    "\"\"\n\"a\"\nb\n",
};

TEST(ChunkReader, GivesTheRecordsOfThePlainestReader) {
  for (const std::string& text : nasty_texts) {
    const std::vector<PlainRecord> expected = plain_records(text, ',');
    for (std::size_t chunk_bytes = 1; chunk_bytes <= text.size() + 1; ++chunk_bytes) {
      EXPECT_EQ(records_of(chunks_of(text, ',', chunk_bytes), {}), expected) << text << chunk_bytes;
      EXPECT_EQ(serial_records(text, ',', chunk_bytes), expected) << text << chunk_bytes;
    }
  }
}

PROPERTY(ChunkReader, GivesTheRecordsOfThePlainestReaderAlways, (Any & any)) {
  const char delimiter = any.element_of(std::string(",;\t"));
  const std::string text = random_csv(delimiter, any);
  const auto chunk_bytes = any.in_range<std::size_t>(1, text.size() + 2);
  const std::vector<PlainRecord> expected = plain_records(text, delimiter);
  ASSERT_TRUE(records_of(chunks_of(text, delimiter, chunk_bytes), {.delimiter = delimiter}) == expected);
  ASSERT_TRUE(serial_records(text, delimiter, chunk_bytes) == expected);
}

TEST(ChunkReader, ChunksKnowTheirPlace) {
  for (const std::string& text : nasty_texts) {
    for (std::size_t chunk_bytes = 1; chunk_bytes <= text.size(); ++chunk_bytes) {
      std::string all;
      std::size_t num_records = 0;
      for (const Chunk& chunk : chunks_of(text, ',', chunk_bytes)) {
        const auto lines = static_cast<std::size_t>(std::count(all.begin(), all.end(), '\n'));
        EXPECT_EQ(chunk.first_line, lines + 1);
        EXPECT_EQ(chunk.first_record, num_records);
        num_records += records_of({chunk}, {}).size();
        all += chunk.text;
      }
      EXPECT_EQ(all, text);
    }
  }
}

TEST(ChunkReader, ChunksAreAsLongAsAsked) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += std::to_string(1000 + i) + "\n";
  const std::vector<Chunk> chunks = chunks_of(text, ',', 99);
  EXPECT_EQ(chunks.size(), 50U);
  for (const Chunk& chunk : chunks) EXPECT_EQ(chunk.text.size(), 100U);
}

TEST(ChunkReader, TakesCarriageReturnsAndByteOrderMarks) {
  const std::string mark = "\xef\xbb\xbf";
  for (std::size_t chunk_bytes = 1; chunk_bytes < 20; ++chunk_bytes) {
    const std::vector<PlainRecord> expected{{{"a", "b"}, 1}, {{"1\n", "2"}, 3}, {{"3", "4"}, 4}};
    EXPECT_EQ(records_of(chunks_of(mark + "a,b\r\r\"1\n\",2\r3,4", ',', chunk_bytes), {.line_end = '\r'}), expected);
  }
}

TEST(ChunkReader, RecordsBeforeAnErrorComeFirst) {
  for (const std::size_t chunk_bytes : {1U, 5U, 1000U}) {
    ChunkReader reader(std::make_unique<TextSource>("a,b\n1,2\n3,\"4\n5,6\n"), "a.csv", ',', chunk_bytes);
    std::string text;
    const auto thrown = thrown_by([&] {
      for (Chunk chunk; reader.next(chunk);) text += chunk.text;
    });
    EXPECT_EQ(text, "a,b\n1,2\n");
    EXPECT_EQ(thrown, data_error("a.csv:3: a quoted field is not closed"));
  }
}

}  // namespace
}  // namespace direct::chunk_reader_test
