// SPDX-License-Identifier: MIT
// A model of rows in memory is, to the byte, that of a file with the same values.
#include <direct/fit.h>

#include <gtest/gtest.h>

#include "data/generated_tables.h"
#include "data/test_files.h"

namespace direct::fit_table_test {
namespace {

std::string saved_model(const TestDirectory& directory, const TrainedModel& model) {
  save_model(model, directory.path("m.direct"));
  return file_contents(directory.path("m.direct"));
}

FitOptions small_options(Likelihood likelihood) {
  return {.num_features = 8, .levels = 5, .likelihood = likelihood, .max_iterations = 5, .seed = 3};
}

void check_models(Any& any, const std::string& likelihood, bool with_names) {
  const TestDirectory directory;
  const GeneratedTable rows = generated_table(any, likelihood, with_names);
  const std::string path = directory.write("d.csv", rows.csv);
  const FitOptions options = small_options(rows.likelihood);
  const std::string expected = saved_model(directory, fit(open_dataset({path}, rows.options), options).model);
  EXPECT_TRUE(saved_model(directory, fit(rows.table, options).model) == expected);
  EXPECT_TRUE(saved_model(directory, fit(read_csv(path, rows.options), options).model) == expected);
}

PROPERTY(FitTable, GivesTheModelOfTheFile, (Any & any)) {
  check_models(any, any.element_of(std::vector<std::string>{"gaussian", "bernoulli", "poisson", "gamma"}), true);
}

TEST(FitTable, GivesTheModelOfTheFileForEveryLikelihood) {
  for (const std::string likelihood : {"gaussian", "bernoulli", "poisson", "gamma"}) {
    Any any(60);
    for (const bool with_names : {true, false}) check_models(any, likelihood, with_names);
  }
}

TEST(FitTable, UpdatesWithMoreRows) {
  const TestDirectory directory;
  Any any(50);
  const GeneratedTable rows = generated_table(any, "gaussian");
  const Dataset file = open_dataset({directory.write("d.csv", rows.csv)}, rows.options);
  const TrainedModel model = fit(rows.table, small_options({})).model;
  EXPECT_TRUE(saved_model(directory, update(model, rows.table).model) ==
              saved_model(directory, update(model, file).model));
}

}  // namespace
}  // namespace direct::fit_table_test
