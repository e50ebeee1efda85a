// SPDX-License-Identifier: MIT
// A survey and its errors are the same wherever the files are cut, and on any number of threads.
#include "data/surveyor.h"

#include <gtest/gtest.h>
#include <tbb/task_arena.h>

#include "data/surveys.h"
#include "data/test_files.h"

namespace direct::surveyor_test {
namespace {

class SurveyorTest : public testing::Test {
 protected:
  // For several numbers of threads and lengths of chunks.
  template <typename Check>
  void for_each_way(const Dataset& dataset, const SurveyOptions& options, const Check& check) const {
    for (const int threads : {1, 2, 4}) {
      for (std::size_t chunk_bytes = 1; chunk_bytes < 10'000; chunk_bytes = 2 * chunk_bytes + 1) {
        Surveyor surveyor(dataset, options, chunk_bytes);
        tbb::task_arena(threads).execute([&] { check(surveyor); });
      }
    }
  }
  TestDirectory directory_;
};

std::string text_of(int num_rows, bool with_city) {
  std::string text = "a,city,b,w,y\n";
  for (int i = 0; i < num_rows; ++i) {
    const int n = (i * 7919) % 101;
    const std::string city = with_city ? std::string(1, static_cast<char>('a' + n % 20)) : "";
    text += std::to_string(n) + ".5," + city + "," + (n % 3 == 0 ? "NA" : std::to_string(1e9 + n)) + "," +
            std::to_string(n % 4) + "," + std::to_string(-n) + "\n";
  }
  return text;
}

TEST_F(SurveyorTest, LearnsTheSameFromEveryCut) {
  const std::string first = directory_.write("a.csv", text_of(200, false));  // the type of the city is not known yet
  const std::string second = directory_.write("b.csv", text_of(300, true));
  for (const Missing missing : {Missing::mean, Missing::indicator}) {
    const Dataset all = open_dataset({first, second}, {.weight = "w", .missing = missing});
    const Dataset dataset = only_rows(all, [](std::size_t row) { return row % 10 != 4; });
    const SurveyOptions options{.seed = 7, .max_pilot_rows = 20};
    const Survey expected = survey(dataset, options);
    EXPECT_EQ(expected.num_rows, 450U);
    for_each_way(dataset, options, [&](Surveyor& surveyor) {
      surveyor.read();
      const Survey found = surveyor.finish();
      expect_same_contents(found, expected);
      EXPECT_EQ(found.num_rows, expected.num_rows);
      EXPECT_EQ(found.pilot.positions, expected.pilot.positions);
    });
  }
}

// What a cell must be is told by the first of its column, which may be in another chunk, on another thread.
TEST_F(SurveyorTest, ReportsTheFirstErrorOfEveryCut) {
  for (const std::string bad : {"x,Oslo,3\n", "1,17,3\n", "1,Oslo,x\n", "1,Oslo\n", ",Oslo,3\n", "1,\"Oslo\"x,3\n",
                                "inf,Oslo,3\n", "1,Troms\xf8,3\n", "1,,3\n", "a,5,b\n", "1,\"Oslo,3\n"}) {
    std::string text = "a,city,y\n";
    for (int i = 0; i < 100; ++i) text += i % 30 == 17 ? bad + "2,3,x\nx,y,z\n" : "1,Oslo,3\n";
    const Dataset dataset = open_dataset({directory_.write("train.csv", text)});
    const auto expected = thrown_by([&] { survey(dataset); });
    ASSERT_TRUE(expected.has_value());
    EXPECT_NE(expected->message.find("train.csv:19"), std::string::npos) << *expected;
    for_each_way(dataset, {}, [&](Surveyor& surveyor) { EXPECT_EQ(thrown_by([&] { surveyor.read(); }), expected); });
  }
}

// Class numbers are by order of arrival, which is another in every chunk.
TEST_F(SurveyorTest, LearnsTheSameClassesFromEveryCut) {
  std::string text = "a,y\n";
  for (int i = 0; i < 300; ++i) text += std::to_string(i % 40) + "," + ((i / 3) % 7 < 3 ? "yes" : "no") + "\n";
  const Dataset dataset = open_dataset({directory_.write("train.csv", text)});
  const SurveyOptions options{.max_pilot_rows = 30, .likelihood = Likelihood("bernoulli")};
  const Survey expected = survey(dataset, options);
  EXPECT_EQ(expected.schema.classes, (std::vector<std::string>{"no", "yes"}));
  for_each_way(dataset, options, [&](Surveyor& surveyor) {
    surveyor.read();
    const Survey found = surveyor.finish();
    expect_same_contents(found, expected);
    EXPECT_EQ(found.pilot.positions, expected.pilot.positions);
  });
}

TEST_F(SurveyorTest, LearnsTheSameRatesFromEveryCut) {
  std::string text = "a,e,y\n";
  for (int i = 0; i < 300; ++i) text += std::to_string(i % 40) + "," + std::to_string(0.1 * (i % 9 + 1)) + ",3\n";
  const Dataset dataset = open_dataset({directory_.write("train.csv", text)}, {.exposure = "e"});
  const SurveyOptions options{.max_pilot_rows = 30, .likelihood = Likelihood("poisson")};
  const Survey expected = survey(dataset, options);
  for_each_way(dataset, options, [&](Surveyor& surveyor) {
    surveyor.read();
    expect_same_contents(surveyor.finish(), expected);
  });
}

TEST_F(SurveyorTest, ReportsTheFirstOfAThirdClassOfEveryCut) {
  std::string text = "a,y\n";
  for (int i = 0; i < 100; ++i) text += i < 60 ? "1,1.0\n" : i < 70 ? "1,0\n" : i < 71 ? "1,2\n" : "1,x\n";
  const Dataset dataset = open_dataset({directory_.write("train.csv", text)});
  const SurveyOptions options{.likelihood = Likelihood("bernoulli")};
  const auto expected = thrown_by([&] { survey(dataset, options); });
  ASSERT_TRUE(expected.has_value());
  EXPECT_NE(expected->message.find("train.csv:72:2: a third class \"2\""), std::string::npos) << *expected;
  for_each_way(dataset, options, [&](Surveyor& surveyor) { EXPECT_EQ(thrown_by([&] { surveyor.read(); }), expected); });
}

TEST_F(SurveyorTest, CountsTheLevelsOfAllChunks) {
  std::string text = "id,y\n";
  for (int i = 0; i < 1001; ++i) text += "k" + std::to_string(i) + ",1\n";
  const Dataset dataset = open_dataset({directory_.write("train.csv", text)});
  const auto expected = thrown_by([&] { survey(dataset); });
  ASSERT_TRUE(expected.has_value());
  for_each_way(dataset, {}, [&](Surveyor& surveyor) { EXPECT_EQ(thrown_by([&] { surveyor.read(); }), expected); });
}

}  // namespace
}  // namespace direct::surveyor_test
