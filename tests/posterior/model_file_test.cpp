// SPDX-License-Identifier: MIT
#include <direct/posterior.h>

#include <gtest/gtest.h>

#include "data/safetensors.h"
#include "posterior/model_files.h"

namespace direct {
namespace {

TEST_F(ModelFile, SavedLoadedAndSavedAgainIsTheSameBytes) {
  for (const TrainedModel* model : {&whole(), &slim(), &integer()}) {
    const std::string first = file_contents(saved(*model));
    const TrainedModel loaded = load_model(directory_.path("m.direct"));
    EXPECT_EQ(loaded.statistics.has_value(), model != &slim());
    save_model(loaded, directory_.path("again.direct"));
    EXPECT_EQ(file_contents(directory_.path("again.direct")), first);
  }
}

TEST_F(ModelFile, KeepsTheCalibration) {
  EXPECT_EQ(load_model(saved(whole())).calibration, whole().calibration);
  EXPECT_EQ(load_model(saved(slim())).calibration, std::nullopt);
}

// Version 2 knew no calibration.
TEST_F(ModelFile, OfVersionTwoIsStillRead) {
  Container container = read_container(saved(slim()));
  container.metadata["format_version"] = "2";
  write_container(container, directory_.path("two.direct"));
  save_model(load_model(directory_.path("two.direct")), directory_.path("three.direct"));
  EXPECT_EQ(file_contents(directory_.path("three.direct")), file_contents(saved(slim())));
}

TEST_F(ModelFile, KeepsTheSchema) {
  const Schema before = whole().preparation.schema, after = load_model(saved(whole())).preparation.schema;
  ASSERT_EQ(before.columns.size(), 3U);
  ASSERT_EQ(after.columns.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(after.columns[i].name, before.columns[i].name);
    EXPECT_EQ(after.columns[i].position, before.columns[i].position);
    EXPECT_EQ(after.columns[i].categorical, before.columns[i].categorical);
    EXPECT_EQ(after.columns[i].levels, before.columns[i].levels);
    EXPECT_EQ(after.columns[i].indicator, before.columns[i].indicator);
    EXPECT_EQ(after.columns[i].fill, before.columns[i].fill);
  }
  EXPECT_EQ(after.columns[2].levels, (std::vector<std::string>{"Paris", "Ørsta"}));
  EXPECT_EQ(after.target_name, "y");
  EXPECT_EQ(after.target_position, 4U);
  EXPECT_EQ(after.num_file_columns, 5U);
  EXPECT_TRUE(after.has_header);
  EXPECT_EQ(after.missing, Missing::indicator);
  EXPECT_EQ(after.unseen, before.unseen);
  EXPECT_EQ(after.dropped, std::vector<std::string>{"dropped"});
}

TEST_F(ModelFile, KeepsEveryNumber) {
  const TrainedModel& before = whole();
  const TrainedModel after = load_model(saved(before));
  EXPECT_EQ(after.preparation.scaling.input_means, before.preparation.scaling.input_means);
  EXPECT_EQ(after.preparation.scaling.input_scales, before.preparation.scaling.input_scales);
  EXPECT_EQ(after.preparation.scaling.target_mean, before.preparation.scaling.target_mean);
  EXPECT_EQ(after.preparation.scaling.target_scale, before.preparation.scaling.target_scale);
  EXPECT_EQ(after.preparation.features.kind, FeatureKind::fourier);
  EXPECT_EQ(after.preparation.features.num_inputs, before.preparation.features.num_inputs);
  EXPECT_TRUE(after.preparation.features.frequencies == before.preparation.features.frequencies);
  EXPECT_EQ(after.preparation.pilot.noise, before.preparation.pilot.noise);
  EXPECT_EQ(after.preparation.pilot.weight, before.preparation.pilot.weight);
  EXPECT_EQ(after.prior.kind, before.prior.kind);
  EXPECT_TRUE(after.prior.levels == before.prior.levels);
  EXPECT_TRUE(after.prior.log_prior == before.prior.log_prior);
  EXPECT_EQ(after.prior.means, before.prior.means);
  EXPECT_EQ(after.prior.variances, before.prior.variances);
  EXPECT_EQ(after.noise.variances, before.noise.variances);
  EXPECT_EQ(after.noise.log_prior, before.noise.log_prior);
  EXPECT_EQ(after.posterior.log_component_weights, before.posterior.log_component_weights);
  EXPECT_TRUE(after.posterior.log_probabilities == before.posterior.log_probabilities);
  EXPECT_EQ(after.posterior.noise_log_probabilities, before.posterior.noise_log_probabilities);
  EXPECT_TRUE(after.statistics == before.statistics);
}

TEST_F(ModelFile, KeepsTheSummary) {
  const FitSummary& before = whole().summary;
  const FitSummary after = load_model(saved(whole())).summary;
  EXPECT_EQ(after.elbo, before.elbo);
  EXPECT_EQ(after.converged, before.converged);
  EXPECT_EQ(after.stop_reason, before.stop_reason);
  EXPECT_EQ(after.iterations, before.iterations);
  EXPECT_EQ(after.num_rows, 40.0);
  EXPECT_EQ(after.protocol, "evidence");
  EXPECT_EQ(after.hyperparameters.noise, before.hyperparameters.noise);
  EXPECT_EQ(after.hyperparameters.weight, before.hyperparameters.weight);
}

TEST_F(ModelFile, KeepsIntegerFeaturesAndTheirStatistics) {
  const TrainedModel after = load_model(saved(integer()));
  ASSERT_TRUE(after.preparation.features.integer);
  EXPECT_TRUE(after.preparation.features == integer().preparation.features);
  ASSERT_TRUE(after.statistics->exact);
  EXPECT_TRUE(after.statistics == integer().statistics);
  EXPECT_EQ(after.options.feature_bits, 8);
}

TEST_F(ModelFile, KeepsFractionalNumbersOfRows) {
  TrainedModel model = integer();
  decay(*model.statistics, 0.3);
  model.summary.num_rows = num_rows(*model.statistics);
  const TrainedModel after = load_model(saved(model));
  EXPECT_EQ(after.summary.num_rows, model.summary.num_rows);
  EXPECT_TRUE(after.statistics == model.statistics);
}

void expect_same(const FitOptions& after, const FitOptions& before) {
  EXPECT_EQ(after.features, before.features);
  EXPECT_EQ(after.num_features, before.num_features);
  EXPECT_EQ(after.feature_bits, before.feature_bits);
  EXPECT_EQ(after.hyperparameters, before.hyperparameters);
  EXPECT_EQ(after.levels, before.levels);
  EXPECT_EQ(after.support, before.support);
  EXPECT_EQ(after.prior, before.prior);
  EXPECT_EQ(after.prior_scale, before.prior_scale);
  EXPECT_EQ(after.noise, before.noise);
  EXPECT_EQ(after.optimizer, before.optimizer);
  EXPECT_EQ(after.max_iterations, before.max_iterations);
  EXPECT_EQ(after.tolerance, before.tolerance);
  EXPECT_EQ(after.seed, before.seed);
}

TEST_F(ModelFile, KeepsTheOptionsButNotThoseOfTheRun) {
  TrainedModel model = whole();
  expect_same(load_model(saved(model)).options, model.options);
  for (const Optimizer optimizer : {Optimizer::automatic, Optimizer::best, Optimizer::ascent, Optimizer::lbfgs}) {
    model.options = {.features = FeatureKind::linear,
                     .num_features = 123,
                     .feature_bits = 8,
                     .hyperparameters = Hyperparameters::pilot,
                     .levels = 256,
                     .support = "-1,0,2.5",
                     .prior = PriorKind::uniform,
                     .prior_scale = "0.125",
                     .noise = "1e-3:2:7",
                     .optimizer = optimizer,
                     .max_iterations = 17,
                     .tolerance = 1.0 / 3.0,
                     .seed = ~std::uint64_t{0},
                     .threads = 5,
                     .slim = true,
                     .progress = [](const ProgressEvent&) { return true; }};
    const FitOptions after = load_model(saved(model)).options;
    expect_same(after, model.options);
    EXPECT_EQ(after.threads, 0);
    EXPECT_FALSE(after.slim);
    EXPECT_FALSE(after.progress);
  }
}

TEST_F(ModelFile, OptionsOfAFitAreThoseItWasGiven) {
  const FitOptions& options = whole().options;
  EXPECT_EQ(options.features, FeatureKind::fourier);
  EXPECT_EQ(options.num_features, 16U);
  EXPECT_EQ(options.levels, 5U);
  EXPECT_EQ(options.noise, "0.01:1:15");
  EXPECT_EQ(options.seed, 3U);
  EXPECT_EQ(options.threads, 0);
}

TEST_F(ModelFile, KeepsLevelsThatDifferFromWeightToWeight) {
  TrainedModel model = whole();
  model.prior.levels(4, 1) += 1.0;
  EXPECT_TRUE(load_model(saved(model)).prior.levels == model.prior.levels);
}

}  // namespace
}  // namespace direct
