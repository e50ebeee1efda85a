// SPDX-License-Identifier: MIT
#include "data/byte_source.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "data/test_files.h"

namespace direct::byte_source_test {
namespace {

std::string all_bytes(const std::string& path) {
  const auto source = open_bytes(path);
  std::string result;
  std::array<char, 1000> part;
  while (const std::size_t count = source->read(part)) result.append(part.data(), count);
  return result;
}

std::string long_text() {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += std::to_string(i * 7919) + "\n";
  return text;
}

TEST(ByteSource, ReadsPlainGzipAndZstd) {
  const TestDirectory directory;
  const std::string text = long_text();
  EXPECT_EQ(all_bytes(directory.write("a", text)), text);
  EXPECT_EQ(all_bytes(directory.write("b", gzip(text))), text);
  EXPECT_EQ(all_bytes(directory.write("c", zstd(text))), text);
}

TEST(ByteSource, ReadsSeveralMembersAndFrames) {
  const TestDirectory directory;
  EXPECT_EQ(all_bytes(directory.write("a", gzip("one\n") + gzip("") + gzip("two\n"))), "one\ntwo\n");
  EXPECT_EQ(all_bytes(directory.write("b", zstd("one\n") + zstd("") + zstd("two\n"))), "one\ntwo\n");
  EXPECT_EQ(all_bytes(directory.write("c", gzip("one\n") + std::string(100, '\0'))), "one\n");
  const std::string skippable("\x50\x2a\x4d\x18\x02\x00\x00\x00zz", 10);
  EXPECT_EQ(all_bytes(directory.write("d", skippable + zstd("one\n"))), "one\n");
}

TEST(ByteSource, ReadsShortFiles) {
  const TestDirectory directory;
  for (const char* text : {"", "a", "ab", "abc", "\x1f"}) EXPECT_EQ(all_bytes(directory.write("a", text)), text);
  EXPECT_EQ(all_bytes(directory.write("a", gzip(""))), "");
}

TEST(ByteSource, EveryCutOfACompressedFileIsAnError) {
  const TestDirectory directory;
  for (const std::string& whole : {gzip("some text, some more text\n"), zstd("some text, some more text\n")}) {
    for (std::size_t length = 4; length < whole.size(); ++length) {
      const std::string path = directory.write("cut", whole.substr(0, length));
      EXPECT_EQ(thrown_by([&] { all_bytes(path); }), data_error(path + ": ends in the middle of its compressed data"));
    }
  }
}

TEST(ByteSource, DamagedCompressedFilesAreErrors) {
  const TestDirectory directory;
  std::string gz = gzip("some text, some more text\n");
  gz[gz.size() - 6] = static_cast<char>(gz[gz.size() - 6] ^ 1);  // in the checksum
  const std::string gz_path = directory.write("a", gz);
  EXPECT_EQ(thrown_by([&] { all_bytes(gz_path); }),
            data_error(gz_path + ": is not valid gzip data: incorrect data check"));
  const std::string rest_path = directory.write("b", gzip("a\n") + "garbage");
  EXPECT_EQ(thrown_by([&] { all_bytes(rest_path); }),
            data_error(rest_path + ": is not valid gzip data: incorrect header check"));
  const std::string zst_path = directory.write("c", zstd("a\n") + "garbage");
  EXPECT_EQ(thrown_by([&] { all_bytes(zst_path); }),
            data_error(zst_path + ": is not valid zstd data: Unknown frame descriptor"));
}

TEST(ByteSource, FilesThatCannotBeReadAreErrors) {
  const TestDirectory directory;
  const std::string absent = directory.path("train.csv");
  EXPECT_EQ(thrown_by([&] { open_bytes(absent); }), data_error(absent + ": cannot be read: No such file or directory"));
  EXPECT_EQ(thrown_by([&] { open_bytes(directory.path("")); }),
            data_error(directory.path("") + ": is a directory, expected a CSV file"));
}

// Puts a file in the place of standard input for the time of a test.
class StandardInput {
 public:
  explicit StandardInput(const std::string& path) : before_(::dup(STDIN_FILENO)) {
    const int file = ::open(path.c_str(), O_RDONLY);
    ::dup2(file, STDIN_FILENO);
    ::close(file);
  }
  ~StandardInput() {
    ::dup2(before_, STDIN_FILENO);
    ::close(before_);
  }
  StandardInput(const StandardInput&) = delete;
  StandardInput& operator=(const StandardInput&) = delete;

 private:
  int before_;
};

TEST(Spool, StandardInputIsReadMoreThanOnce) {
  const TestDirectory directory;
  const StandardInput input(directory.write("in", gzip("a,y\n1,2\n3,4\n")));
  const Dataset dataset = open_dataset({"-"});
  EXPECT_EQ(survey(dataset).num_rows, 2U);
  EXPECT_EQ(survey(dataset).num_rows, 2U);
  RowReader reader(dataset, survey(dataset).schema, RowReader::Targets::required);
  Rows rows;
  ASSERT_TRUE(reader.next(rows));
  EXPECT_EQ(rows.targets, (std::vector<double>{2, 4}));
}

TEST(Spool, MessagesCallStandardInputByItsName) {
  const TestDirectory directory;
  const StandardInput input(directory.write("in", "a,y\n1,2\nx,4\n"));
  EXPECT_EQ(thrown_by([&] { survey(open_dataset({"-"})); }),
            data_error("<stdin>:3:1: expected a number in column \"a\", found \"x\" (or use `categorical` a)"));
}

TEST(Spool, ANoteSaysWhereACopyIs) {
  const TestDirectory directory;
  const StandardInput input(directory.write("in", "a,y\n" + std::string(1300, '\n') + "1,2\n"));
  ::setenv("TMPDIR", directory.path("").c_str(), 1);
  const Dataset dataset = open_dataset({directory.path("in"), "-"});
  ::unsetenv("TMPDIR");
  EXPECT_EQ(dataset.notes, (std::vector<std::string>{"<stdin>: copied to a temporary file in " + directory.path("") +
                                                     " (1.3 kB), for the data are read more than once"}));
  EXPECT_EQ(directory.num_files(), 1U);
}

TEST(Spool, PipesAreReadMoreThanOnce) {
  const TestDirectory directory;
  const std::string pipe = directory.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] { directory.write("pipe", "a,y\n1,2\n"); });
  const Dataset dataset = open_dataset({pipe});
  writer.join();
  EXPECT_EQ(survey(dataset).num_rows, 1U);
  EXPECT_EQ(survey(dataset).num_rows, 1U);
}

TEST(Spool, FailureToStoreIsAnErrorOfResources) {
  const TestDirectory directory;
  const StandardInput input(directory.write("in", "a,y\n1,2\n"));
  ::setenv("TMPDIR", directory.path("absent").c_str(), 1);
  const auto thrown = thrown_by([] { open_dataset({"-"}); });
  ::unsetenv("TMPDIR");
  ASSERT_TRUE(thrown.has_value());
  EXPECT_EQ(thrown->kind, ErrorKind::resource);
  EXPECT_NE(thrown->message.find("cannot be created: No such file or directory"), std::string::npos);
}

TEST(Dataset, ChecksItsPathsAndOptions) {
  const TestDirectory directory;
  EXPECT_EQ(thrown_by([] { open_dataset({}); }), usage_error("no data files are given"));
  EXPECT_EQ(thrown_by([] { open_dataset({"-", "-"}); }), usage_error("standard input (-) is given twice"));
  EXPECT_EQ(thrown_by([] { open_dataset({"a"}, {.delimiter = '"'}); }),
            usage_error("the delimiter cannot be a quote or a line end"));
  const std::string absent = directory.path("a.csv");
  EXPECT_EQ(thrown_by([&] { open_dataset({absent}); }),
            data_error(absent + ": cannot be read: No such file or directory"));
}

}  // namespace
}  // namespace direct::byte_source_test
