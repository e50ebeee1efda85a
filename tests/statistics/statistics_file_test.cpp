// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/statistics.h>

#include <filesystem>

#include <sys/stat.h>

#include <gtest/gtest.h>

#include <direct/posterior.h>

#include "oracle/threads.h"
#include "statistics/statistics_files.h"

namespace direct::statistics_file_test {
namespace {

TEST_F(StatisticsFile, LoadingIsTheInverseOfSaving) {
  for (const PreparedStatistics& before :
       {both(), exact(), floats(), empty(integer_preparation()), empty(float_preparation(true)), smallest()}) {
    const std::string bytes = file_contents(saved(before));
    const PreparedStatistics after = load_statistics(directory_.path("s.stats"));
    EXPECT_EQ(difference(after.preparation, before.preparation), "");
    EXPECT_TRUE(after.statistics == before.statistics);
    EXPECT_EQ(file_contents(saved(after)), bytes);
  }
}

TEST_F(StatisticsFile, OfOtherFeatureMaps) {
  FeatureMap squares = linear_features(3), fourth_powers = given_features(3);
  squares.degree = 2;
  fourth_powers.degree = 4;
  const FeatureMap trained = trained_preparation().features;
  const FeatureMap trained_floats =
      trained_features(Matrix(3, 2, 0.4), {0.1, -0.3}, std::vector<InputScale>(3, {.scale = 2.5}));
  for (const FeatureMap& features :
       {linear_features(3), given_features(3), squares, fourth_powers, trained, trained_floats}) {
    Preparation p = integer_preparation();
    p.features = features;
    const PreparedStatistics before{p, accumulated(in_memory(random_table(3, 30)), p)};
    const PreparedStatistics after = load_statistics(saved(before));
    EXPECT_EQ(difference(after.preparation, p), "");
    EXPECT_TRUE(after.statistics == before.statistics);
  }
}

TEST_F(StatisticsFile, KeepsMissingPoliciesAndCategories) {
  PreparedStatistics statistics = empty(float_preparation());
  Schema& schema = statistics.preparation.schema;
  schema.columns[0].indicator = true;
  schema.columns[0].fill = -0.1;
  schema.columns[2].categorical = true;
  schema.columns[2].levels = {"a", "b, c", "\"d\""};
  schema.missing = Missing::indicator;
  schema.unseen = Unseen::ignore;
  schema.dropped = {"id", ""};
  schema.has_header = false;
  const std::size_t inputs = num_inputs(schema);
  statistics.preparation.scaling = identity_scaling(inputs);
  statistics.preparation.features = fourier_features(std::vector<double>(inputs, 1.0), 4, 1);
  statistics.preparation.pilot_inputs = Matrix(0, inputs);
  statistics.statistics = empty_statistics(statistics.preparation.features);
  EXPECT_EQ(difference(load_statistics(saved(statistics)).preparation, statistics.preparation), "");
}

// Version 1 knew numbers with Gaussian noise alone, version 2 no networks.
TEST_F(StatisticsFile, OfOlderVersionsAreStillRead) {
  for (const std::string version : {"1", "2"}) {
    Container container = read_container(saved(both()));
    nlohmann::json description = nlohmann::json::parse(container.metadata.at("description"));
    ASSERT_EQ(description["preparation"]["features"].erase("degree"), 1U);
    if (version == "1") {
      for (const char* word : {"exposure_name", "exposure_position", "likelihood", "classes"})
        ASSERT_EQ(description["preparation"]["schema"].erase(word), 1U);
    }
    container.metadata["description"] = description.dump();
    container.metadata["format_version"] = version;
    write_container(container, directory_.path("old.stats"));
    const PreparedStatistics old = load_statistics(directory_.path("old.stats"));
    EXPECT_EQ(file_contents(saved(old)), file_contents(saved(both())));
  }
}

TEST_F(StatisticsFile, KeepsClassesAndExposures) {
  PreparedStatistics classes = smallest(), counts = smallest();
  classes.preparation.schema.likelihood = Likelihood("bernoulli");
  classes.preparation.schema.classes = {"no", "\"yes\""};
  EXPECT_EQ(difference(load_statistics(saved(classes)).preparation, classes.preparation), "");
  counts.preparation.schema.likelihood = Likelihood("poisson");
  counts.preparation.schema.exposure_name = "hours";
  counts.preparation.schema.exposure_position = counts.preparation.schema.num_file_columns++;
  EXPECT_EQ(difference(load_statistics(saved(counts)).preparation, counts.preparation), "");
}

TEST_F(StatisticsFile, LoadedStatisticsMergeLikeTheOnesThatWereSaved) {
  PreparedStatistics sum = load_statistics(saved(exact()));
  merge(sum, load_statistics(saved(empty(integer_preparation()))));
  EXPECT_TRUE(sum.statistics == exact().statistics);
  merge(sum, load_statistics(saved(exact())));
  EXPECT_EQ(num_rows(sum.statistics), 60.0);
}

TEST_F(StatisticsFile, BytesDoNotDependOnThreadsOrOrder) {
  const IntegerTable table = random_table(4, 2000);
  const auto bytes = [&](const IntegerTable& rows, int threads) {
    return oracle::on_threads(threads, [&] {
      return file_contents(saved({integer_preparation(), accumulated(rows)}));
    });
  };
  const std::string one = bytes(table, 1);
  for (const int threads : {2, 4}) EXPECT_EQ(bytes(shuffled(table, 5), threads), one) << threads;
}

TEST_F(StatisticsFile, SumsAtTheirLimitsAreKept) {
  PreparedStatistics largest = smallest();
  largest.statistics.exact->num_rows = std::uint64_t{1} << 41;
  std::vector<std::int64_t>& sums = largest.statistics.exact->sums;
  sums.front() = (std::int64_t{2032} * 2032) << 41;
  sums.back() = -sums.front();
  EXPECT_TRUE(load_statistics(saved(largest)).statistics == largest.statistics);
}

TEST_F(StatisticsFile, AFileThatCannotBeWrittenIsAnErrorOfResources) {
  const auto thrown = thrown_by([&] { save_statistics(smallest(), directory_.path("absent/s.stats")); });
  ASSERT_TRUE(thrown);
  EXPECT_EQ(thrown->kind, ErrorKind::resource);
}

TEST_F(StatisticsFile, IsToldFromOtherFilesByItsFirstBytes) {
  EXPECT_TRUE(is_statistics_file(saved(both())));
  EXPECT_TRUE(is_statistics_file(saved(smallest())));
  const oracle::TinyProblem problem = oracle::random_regression(1, 3, 1, 2, 0.3);
  save_model(oracle::tiny_model(problem, prior_as_posterior(problem.prior, problem.noise)),
             directory_.path("m.direct"));
  EXPECT_TRUE(is_statistics_file(directory_.path("m.direct")));
  EXPECT_FALSE(is_statistics_file(directory_.write("d.csv", "x,y\n1,2\n3,4\n")));
  EXPECT_FALSE(is_statistics_file(directory_.write("braces.csv", "xxxxxxxx{,y\n1,2\n3,4\n")));
  EXPECT_FALSE(is_statistics_file(directory_.write("d.csv.gz", gzip("x,y\n1,2\n3,4\n"))));
  EXPECT_FALSE(is_statistics_file(directory_.write("d.csv.zst", zstd("x,y\n1,2\n3,4\n"))));
  EXPECT_FALSE(is_statistics_file(directory_.write("empty", "")));
  EXPECT_FALSE(is_statistics_file(directory_.write("short", "x")));
  EXPECT_FALSE(is_statistics_file(directory_.path("absent")));
  EXPECT_FALSE(is_statistics_file(directory_.path("")));
  EXPECT_FALSE(is_statistics_file("-"));
}

// A look at a pipe would wait for its writer, and take what it writes from its reader.
TEST_F(StatisticsFile, DoesNotLookIntoPipes) {
  ASSERT_EQ(::mkfifo(directory_.path("pipe").c_str(), 0600), 0);
  EXPECT_FALSE(is_statistics_file(directory_.path("pipe")));
}

}  // namespace
}  // namespace direct::statistics_file_test
