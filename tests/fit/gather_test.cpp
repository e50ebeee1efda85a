// SPDX-License-Identifier: MIT
#include <direct/fit.h>

#include <gtest/gtest.h>

#include "statistics/integer_table.h"

namespace direct::gather_test {
namespace {

FitOptions options_of(int feature_bits) {
  return {.num_features = 20, .feature_bits = feature_bits, .levels = 7, .seed = 3, .threads = 1};
}

class Gather : public testing::Test {
 protected:
  Dataset file(const IntegerTable& table, const std::string& name = "d.csv") const {
    return written(directory_, table, name);
  }

  std::string bytes(const TrainedModel& model) const {
    save_model(model, directory_.path("m.direct"));
    return file_contents(directory_.path("m.direct"));
  }

  TestDirectory directory_;
};

using Update = Gather;

TEST_F(Gather, WithAPreparationIsOnePass) {
  for (const Preparation& like : {integer_preparation(), float_preparation()}) {
    const Dataset dataset = file(random_table(1, 300));
    const Gathered gathered = gather(dataset, options_of(0), &like);
    EXPECT_EQ(difference(gathered.statistics.preparation, like), "");
    EXPECT_TRUE(gathered.statistics.statistics == accumulated(dataset, like));
  }
}

TEST_F(Gather, WithoutOnePreparesFirst) {
  for (const int bits : {0, 8}) {
    const Dataset dataset = file(random_table(2, 300));
    const Gathered gathered = gather(dataset, options_of(bits));
    const Preparation expected = prepare(dataset, options_of(bits)).preparation;
    EXPECT_EQ(difference(gathered.statistics.preparation, expected), "");
    EXPECT_TRUE(gathered.statistics.statistics == accumulated(dataset, expected));
    EXPECT_EQ(gathered.statistics.statistics.exact.has_value(), bits == 8);
  }
}

TEST_F(Gather, PassesTheWarningsOn) {
  const IntegerTable table = with_weights(random_table(3, 30), {0.5});
  const Preparation like = integer_preparation(true);
  ASSERT_EQ(gather(file(table), options_of(8), &like).notes.size(), 1U);
}

TEST_F(Gather, FitIsGatherAndFit) {
  for (const int bits : {0, 8}) {
    const Dataset dataset = file(random_table(4, 200));
    const PreparedStatistics gathered = gather(dataset, options_of(bits)).statistics;
    const Training parts = fit(gathered.statistics, gathered.preparation, options_of(bits));
    EXPECT_EQ(bytes(parts.model), bytes(fit(dataset, options_of(bits)).model));
  }
}

// With integer features neither the order of the rows nor their files nor threads leave a trace in the model.
TEST_F(Gather, OrderFilesAndThreadsDoNotMatterToIntegerFeatures) {
  const IntegerTable table = random_table(5, 250);
  const std::string expected = bytes(fit(file(table), options_of(8)).model);
  FitOptions two_threads = options_of(8);
  two_threads.threads = 2;
  EXPECT_EQ(bytes(fit(file(shuffled(table, 1)), two_threads).model), expected);
  std::vector<std::size_t> even, odd;
  for (std::size_t i = 0; i < table.size(); ++i) (i % 2 == 0 ? even : odd).push_back(i);
  const Dataset a = file(selected(table, even), "a.csv"), b = file(selected(table, odd), "b.csv");
  EXPECT_EQ(bytes(fit(open_dataset({b.paths[0], a.paths[0]}, a.options), options_of(8)).model), expected);
}

TEST_F(Gather, WholeWeightsAreRepetitionsToTheLastByteButForTheirColumn) {
  const IntegerTable weighted = with_weights(random_table(6, 120), {1.0, 3.0, 2.0});
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < 120; ++i) rows.insert(rows.end(), static_cast<std::size_t>(weighted.weights[i]), i);
  IntegerTable repeated = selected(weighted, rows);
  repeated.weights.clear();
  TrainedModel a = fit(file(weighted), options_of(8)).model;
  const TrainedModel b = fit(file(repeated), options_of(8)).model;
  a.preparation.schema = b.preparation.schema;
  EXPECT_EQ(difference(a.preparation, b.preparation), "");
  EXPECT_EQ(bytes(a), bytes(b));
}

// A Gaussian process would take copies for measurements without noise.
TEST_F(Gather, CopiesOfRowsTeachThePilotNothing) {
  const IntegerTable table = random_table(6, 120);
  const Prepared once = prepare(file(table), options_of(8));
  const Prepared thrice = prepare(file(with_weights(table, {3.0})), options_of(8));
  EXPECT_EQ(once.preparation.pilot, thrice.preparation.pilot);
  EXPECT_TRUE(once.preparation.features == thrice.preparation.features);
  EXPECT_EQ(once.preparation.pilot_targets, thrice.preparation.pilot_targets);
}

TEST_F(Gather, StatisticsWithoutRowsAreNotFitted) {
  for (const Preparation& preparation : {integer_preparation(), float_preparation()}) {
    const auto thrown = thrown_by([&] { fit(empty_statistics(preparation.features), preparation, options_of(0)); });
    EXPECT_EQ(thrown, data_error("the statistics hold no rows; expected at least one"));
  }
}

TEST_F(Update, EqualsAFitOfAllRowsWithThePreparationOfTheFirst) {
  const IntegerTable table = random_table(7, 400), more = random_table(8, 100);
  const Dataset first = file(table, "first.csv"), rest = file(more, "more.csv");
  const Training before = fit(first, options_of(8));
  const Preparation& preparation = before.model.preparation;
  const Dataset all = open_dataset({first.paths[0], rest.paths[0]}, first.options);
  const Training whole = fit(accumulated(all, preparation), preparation, options_of(8));
  const Training updated = update(before.model, rest);
  EXPECT_EQ(updated.model.summary.num_rows, 500.0);
  EXPECT_EQ(bytes(updated.model), bytes(whole.model));
}

TEST_F(Update, OfALoadedModelIsThatOfTheModel) {
  const Training before = fit(file(random_table(9, 200)), options_of(8));
  const Dataset more = file(random_table(10, 50), "more.csv");
  save_model(before.model, directory_.path("before.direct"));
  const TrainedModel loaded = load_model(directory_.path("before.direct"));
  EXPECT_EQ(bytes(update(loaded, more, {.threads = 2}).model), bytes(update(before.model, more, {.threads = 1}).model));
}

TEST_F(Update, InTwoStepsIsThatInOne) {
  const Training before = fit(file(random_table(9, 200)), options_of(8));
  const Dataset a = file(random_table(10, 50), "a.csv"), b = file(random_table(11, 70), "b.csv");
  const TrainedModel twice = update(update(before.model, b).model, a).model;
  EXPECT_EQ(bytes(twice), bytes(update(before.model, open_dataset({a.paths[0], b.paths[0]}, a.options)).model));
}

TEST_F(Update, WithoutIntegersEqualsAFitOfAllRowsToRounding) {
  const IntegerTable table = random_table(12, 300), more = random_table(13, 100);
  const Training before = fit(file(table), options_of(0));
  const Dataset rest = file(more, "more.csv");
  Statistics sums = *before.model.statistics;
  merge(sums, accumulated(rest, before.model.preparation));
  const Training expected = fit(sums, before.model.preparation, options_of(0));
  EXPECT_EQ(bytes(update(before.model, rest).model), bytes(expected.model));
}

TEST_F(Update, FitsWithTheModelsOwnOptions) {
  FitOptions options = options_of(8);
  options.levels = 3;
  options.support = "-2,0,2";
  options.noise = "0.5";
  options.max_iterations = 9;
  const Training before = fit(file(random_table(9, 200)), options);
  const TrainedModel after = update(before.model, file(random_table(10, 50), "more.csv")).model;
  EXPECT_EQ(after.prior.num_levels(), 3U);
  EXPECT_EQ(after.noise.variances.size(), 1U);
  EXPECT_EQ(after.options.support, "-2,0,2");
  EXPECT_EQ(after.options.max_iterations, 9);
  EXPECT_LE(after.summary.iterations, 9);
}

TEST_F(Update, DecayMakesTheRowsSoFarCountLess) {
  for (const int bits : {0, 8}) {
    const Training before = fit(file(random_table(9, 200)), options_of(bits));
    const Dataset more = file(random_table(10, 50), "more.csv");
    const TrainedModel after = update(before.model, more, {.decay = 0.5}).model;
    EXPECT_EQ(after.summary.num_rows, 150.0);
    EXPECT_EQ(num_rows(*after.statistics), 150.0);
    EXPECT_EQ(update(after, more, {.decay = 0.5}).model.summary.num_rows, 125.0);
    const auto thrown = thrown_by([&] { update(before.model, more, {.decay = 0.0}); });
    EXPECT_EQ(thrown.value().kind, ErrorKind::usage);
  }
}

TEST_F(Update, OfASlimModelIsRefused) {
  FitOptions options = options_of(8);
  options.slim = true;
  const Training before = fit(file(random_table(9, 200)), options);
  const auto thrown = thrown_by([&] { update(before.model, file(random_table(10, 50), "more.csv")); });
  EXPECT_EQ(thrown, (Thrown{ErrorKind::model,
                            "the model is slim: it holds no statistics to update; expected one fitted without "
                            "`slim`"}));
}

TEST_F(Update, StopsWhenTheListenerSaysSo) {
  const Training before = fit(file(random_table(9, 200)), options_of(8));
  const Progress stop = [](const ProgressEvent&) { return false; };
  EXPECT_THROW(update(before.model, file(random_table(10, 50), "more.csv"), {.progress = stop}), Interrupted);
}

}  // namespace
}  // namespace direct::gather_test
