// SPDX-License-Identifier: MIT
// The parallel pass gives the rows and the errors of the serial reader, for every cut and every number of threads.
#include "data/row_pass.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>
#include <tbb/task_arena.h>

#include "algebra/parallel.h"
#include "data/test_files.h"

namespace direct::row_pass_test {
namespace {

using Targets = RowReader::Targets;

// All blocks in one.
struct AllRows {
  std::vector<std::vector<double>> inputs;
  std::vector<double> targets, weights, exposures;
  std::vector<std::size_t> positions;
  bool operator==(const AllRows&) const = default;

  void append(const Rows& rows) {
    for (std::size_t i = 0; i < rows.inputs.rows(); ++i) {
      inputs.emplace_back();
      for (std::size_t j = 0; j < rows.inputs.cols(); ++j) inputs.back().push_back(rows.inputs(i, j));
    }
    targets.insert(targets.end(), rows.targets.begin(), rows.targets.end());
    weights.insert(weights.end(), rows.weights.begin(), rows.weights.end());
    exposures.insert(exposures.end(), rows.exposures.begin(), rows.exposures.end());
    positions.insert(positions.end(), rows.positions.begin(), rows.positions.end());
  }
};

AllRows serial_rows(const Dataset& dataset, const Schema& schema, Targets targets = Targets::required) {
  RowReader reader(dataset, schema, targets);
  AllRows table;
  for (Rows rows; reader.next(rows);) table.append(rows);
  return table;
}

struct PassOptions {
  Targets targets = Targets::required;
  Share share = {};
  std::size_t chunk_bytes = default_chunk_bytes;
};

AllRows parallel_rows(const Dataset& dataset, const Schema& schema, const PassOptions& options = {}) {
  AllRows table;
  const auto use = [&](Rows& rows) { table.append(rows); };
  for_each_block(dataset, schema, options.targets, options.share, use, options.chunk_bytes);
  return table;
}

template <typename Body>
void with_some_threads(const Body& body) {
  for (const int threads : {1, 2, 4}) tbb::task_arena(threads).execute([&] { body(); });
}

// Categories with quotes and line ends, missing values, empty lines.
std::string nasty_text(int num_rows, const std::string& line_end = "\n") {
  const std::vector<std::string> cities{"Oslo", "\"New\n\"\"York\"\"\"", " Rome ", "\"a,b\"", "NA"};
  std::string text = "temp,city,y" + line_end;
  for (int i = 0; i < num_rows; ++i) {
    text += (i % 7 == 3 ? "" : std::to_string(i) + ".25") + "," + cities[static_cast<std::size_t>(i) % 5] + "," +
            std::to_string(-i) + line_end + (i % 11 == 0 ? line_end : "");
  }
  return text;
}

class RowPassTest : public testing::Test {
 protected:
  Dataset opened(const std::vector<std::string>& texts, const DataOptions& options = {}) const {
    std::vector<std::string> paths;
    for (const std::string& text : texts)
      paths.push_back(directory_.write(std::to_string(paths.size()) + ".csv", text));
    return open_dataset(paths, options);
  }
  TestDirectory directory_;
  const DataOptions options_{.missing = Missing::indicator, .unseen = Unseen::ignore};
};
using RowPassTestLong = RowPassTest;

TEST_F(RowPassTest, GivesTheRowsOfTheSerialReaderForEveryCut) {
  for (const std::string line_end : {"\n", "\r\n", "\r"}) {
    const Dataset dataset = opened({nasty_text(30, line_end), nasty_text(20, line_end)}, options_);
    const Schema schema = survey(dataset).schema;
    for (const Targets targets : {Targets::required, Targets::ignored}) {
      const AllRows expected = serial_rows(dataset, schema, targets);
      EXPECT_EQ(expected.positions.size(), 50U);
      for (std::size_t chunk_bytes = 1; chunk_bytes < 700; chunk_bytes += 1 + chunk_bytes / 8)
        EXPECT_EQ(parallel_rows(dataset, schema, {.targets = targets, .chunk_bytes = chunk_bytes}), expected);
    }
  }
}

TEST_F(RowPassTest, GivesTheSameRowsOnAnyNumberOfThreads) {
  const Dataset dataset = opened({nasty_text(3000), gzip(nasty_text(2000)), zstd(nasty_text(100))}, options_);
  const Schema schema = survey(dataset).schema;
  const AllRows expected = serial_rows(dataset, schema);
  with_some_threads([&] {
    EXPECT_EQ(parallel_rows(dataset, schema, {.chunk_bytes = 1000}), expected);
    EXPECT_EQ(parallel_rows(dataset, schema), expected);
  });
}

TEST_F(RowPassTest, BlocksComeInTheirOrderAndAreNotEmpty) {
  const Dataset all = opened({nasty_text(500)}, options_);
  const Dataset few = only_rows(all, [](std::size_t row) { return row % 100 == 7; });
  const Schema schema = survey(all).schema;
  std::vector<std::size_t> positions;
  const auto use = [&](Rows& rows) {
    EXPECT_EQ(rows.inputs.rows(), rows.positions.size());
    EXPECT_EQ(rows.targets.size(), rows.positions.size());
    EXPECT_TRUE(rows.weights.empty());
    EXPECT_FALSE(rows.positions.empty());
    positions.insert(positions.end(), rows.positions.begin(), rows.positions.end());
  };
  for_each_block(few, schema, Targets::required, {}, use, 64);
  EXPECT_EQ(positions, (std::vector<std::size_t>{7, 107, 207, 307, 407}));
}

TEST_F(RowPassTest, ReportsTheFirstBadRecord) {
  const std::vector<std::string> bad_rows = {"x,Oslo,1\n",  "1,Oslo,\n",    "1,Oslo\n",     "1,\"Oslo\"x,1\n",
                                             "1,Paris,1\n", "inf,Oslo,1\n", "1,Oslo,abc\n", "1,Oslo,1,1\n"};
  const Schema schema = survey(opened({"temp,city,y\n1,Oslo,1\n2,Rome,2\n"})).schema;
  for (std::size_t first = 0; first < bad_rows.size(); ++first) {
    std::string text = "temp,city,y\n";
    for (int i = 0; i < 400; ++i) {
      text += i % 100 == 51 ? bad_rows[(first + static_cast<std::size_t>(i) / 100) % bad_rows.size()] : "";
      text += "3,Rome,4\n";
    }
    const Dataset dataset = opened({text, "temp,city,y\n\"not closed"});
    const auto expected = thrown_by([&] { serial_rows(dataset, schema); });
    ASSERT_TRUE(expected.has_value());
    EXPECT_NE(expected->message.find("0.csv:53"), std::string::npos) << *expected;
    with_some_threads([&] {
      for (const std::size_t chunk_bytes : {1U, 40U, 500U, 100'000U})
        EXPECT_EQ(thrown_by([&] { parallel_rows(dataset, schema, {.chunk_bytes = chunk_bytes}); }), expected);
    });
  }
}

TEST_F(RowPassTest, FailsAsTheSerialReaderDoesInEveryFile) {
  const std::string good = "temp,city,y\n1,Oslo,1\n2,Rome,2\n";
  const Schema schema = survey(opened({good})).schema;
  std::string damaged = gzip(good);
  damaged[damaged.size() - 6] = static_cast<char>(damaged[damaged.size() - 6] ^ 1);
  for (const std::string& second : {std::string(), std::string("temp,city,y\n"), std::string("temp,y\n1,2\n"), damaged,
                                    std::string("temp,city,y\n1,\"Oslo,1\n"), std::string("1,Oslo,1\n2,Rome,2\n")}) {
    const Dataset dataset = opened({good, second, "\n"});
    const auto expected = thrown_by([&] { serial_rows(dataset, schema); });
    ASSERT_TRUE(expected.has_value());
    with_some_threads(
        [&] { EXPECT_EQ(thrown_by([&] { parallel_rows(dataset, schema, {.chunk_bytes = 9}); }), expected); });
  }
}

TEST_F(RowPassTest, BadCellsInRowsThatAreNotKeptAreNoErrors) {
  const Schema schema = survey(opened({"temp,city,y\n1,Oslo,1\n2,Rome,2\n"})).schema;
  const Dataset dataset = only_rows(opened({"temp,city,y\n1,Oslo,1\nx,y,z\n,,\n2,Rome,2\n"}),
                                    [](std::size_t row) { return row == 0 || row == 3; });
  for (const std::size_t chunk_bytes : {1U, 20U, 1000U}) {
    EXPECT_EQ(parallel_rows(dataset, schema, {.chunk_bytes = chunk_bytes}), serial_rows(dataset, schema));
  }
}

TEST_F(RowPassTestLong, SharesMakeUpTheWhole) {
  const Dataset dataset = opened({nasty_text(200), nasty_text(100)}, options_);
  const Schema schema = survey(dataset).schema;
  const AllRows expected = serial_rows(dataset, schema);
  for (const std::size_t count : {1U, 2U, 3U, 7U, 1000U}) {
    std::multiset<std::size_t> positions;
    for (std::size_t index = 0; index < count; ++index) {
      const AllRows part = parallel_rows(dataset, schema, {.share = {index, count}, .chunk_bytes = 100});
      positions.insert(part.positions.begin(), part.positions.end());
      for (std::size_t i = 0; i < part.positions.size(); ++i) {
        EXPECT_EQ(part.inputs[i], expected.inputs[part.positions[i]]);
        EXPECT_EQ(part.targets[i], expected.targets[part.positions[i]]);
      }
    }
    EXPECT_EQ(positions, std::multiset<std::size_t>(expected.positions.begin(), expected.positions.end()));
  }
}

TEST_F(RowPassTest, ASharePassesOverTheErrorsOfOthers) {
  const Schema schema = survey(opened({"a,y\n1,2\n3,4\n"})).schema;
  const Dataset dataset = opened({"a,y\n1,2\nbad,2\n5,6\n7,8\n"});
  EXPECT_EQ(parallel_rows(dataset, schema, {.share = {0, 2}, .chunk_bytes = 5}).targets,
            (std::vector<double>{2, 6, 8}));
  EXPECT_TRUE(thrown_by([&] { parallel_rows(dataset, schema, {.share = {1, 2}, .chunk_bytes = 5}); }).has_value());
}

TEST_F(RowPassTest, CountsUnseenLevelsAndCollectsWarnings) {
  const Schema schema = survey(opened({nasty_text(30)}, options_)).schema;
  const Dataset dataset = opened({"temp,city,y,z\n1,Oslo,1,0\n", "temp,city,y\n1,Paris,1\n2,Bonn,2\n"}, options_);
  const RowPass pass = for_each_block(
      dataset, schema, Targets::required, {}, [](Rows&) {}, 4);
  EXPECT_EQ(pass.unseen_levels, 2U);
  EXPECT_EQ(pass.warnings, (std::vector<std::string>{directory_.path("0.csv") + ": column \"z\" is not used"}));
}

TEST_F(RowPassTest, AnExceptionOfUseEndsThePass) {
  const Dataset dataset = opened({nasty_text(500)}, options_);
  const Schema schema = survey(dataset).schema;
  with_some_threads([&] {
    int calls = 0;
    const auto use = [&](Rows&) {
      if (++calls == 5) throw Interrupted();
    };
    EXPECT_THROW(for_each_block(dataset, schema, Targets::required, {}, use, 50), Interrupted);
    EXPECT_EQ(calls, 5);
  });
}

TEST_F(RowPassTest, UseMayRunLoopsOfItsOwn) {
  const Dataset dataset = opened({nasty_text(500)}, options_);
  const Schema schema = survey(dataset).schema;
  with_some_threads([&] {
    std::atomic<std::size_t> sum = 0;
    const auto use = [&](Rows& rows) {
      parallel_for(rows.positions.size(), [&](std::size_t i) { sum += rows.positions[i]; });
    };
    for_each_block(dataset, schema, Targets::required, {}, use, 50);
    EXPECT_EQ(sum, 499U * 500 / 2);
  });
}

}  // namespace
}  // namespace direct::row_pass_test
