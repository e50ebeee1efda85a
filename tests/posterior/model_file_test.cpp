// SPDX-License-Identifier: MIT
#include <direct/posterior.h>

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>

#include "data/safetensors.h"
#include "posterior/model_files.h"

namespace direct::model_file_test {
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

void erase(nlohmann::json& description, const std::vector<const char*>& words) {
  for (const char* word : words) ASSERT_EQ(description.erase(word), 1U) << word;
}

// Version 2 knew no calibration, neither 2 nor 3 any mixtures, none before 5 learned grids or sparsity, none before 6
// other likelihoods, none before 7 networks, and none before 8 a law.
TEST_F(ModelFile, OfOlderVersionsAreStillRead) {
  TrainedModel model = slim();
  model.options.law = EnsembleLaw::mixture;
  model.options.posterior = PosteriorKind::mean_field;  // as every model before version 4
  model.preparation.least.clear();                      // which older versions did not know
  model.preparation.most.clear();
  for (const std::string version : {"2", "3", "4", "5", "6", "7"}) {
    Container container = read_container(saved(model));
    nlohmann::json description = nlohmann::json::parse(container.metadata.at("description"));
    nlohmann::json& options = description["options"];
    erase(options, {"law"});
    if (version < "7") {
      erase(description["preparation"], {"ranges"});
      erase(description["preparation"]["features"], {"degree"});
      erase(options, {"model", "hidden", "memory"});
    }
    if (version < "6") {
      erase(description["preparation"]["schema"], {"exposure_name", "exposure_position", "likelihood", "classes"});
      erase(options, {"likelihood", "bound"});
    }
    if (version < "5") {
      erase(description["prior"], {"spike", "learned"});
      erase(options, {"spike", "max_active_features", "target_sparsity"});
    }
    if (version < "4") {
      erase(description, {"point_masses"});
      erase(description["prior"], {"num_components"});
      erase(options, {"posterior", "components", "entropy", "prior_mixture", "prior_bound"});
    }
    container.metadata["description"] = description.dump();
    container.metadata["format_version"] = version;
    write_container(container, directory_.path("old.direct"));
    save_model(load_model(directory_.path("old.direct")), directory_.path("new.direct"));
    EXPECT_EQ(file_contents(directory_.path("new.direct")), file_contents(saved(model)));
  }
}

// A model of two classes, or of counts with an exposure.
TrainedModel with_likelihood(TrainedModel model, Likelihood likelihood) {
  Schema& schema = model.preparation.schema;
  model.options.likelihood = schema.likelihood = likelihood;
  model.preparation.scaling.target_scale = 1.0;
  if (likelihood == Likelihood("bernoulli")) schema.classes = {"no", "\"yes\", Ørsta"};
  if (likelihood == Likelihood("poisson")) {
    schema.exposure_name = "hours";
    schema.exposure_position = schema.num_file_columns++;
  }
  return model;
}

TEST_F(ModelFile, KeepsTheLikelihood) {
  for (const auto likelihood :
       {Likelihood("gaussian"), Likelihood("bernoulli"), Likelihood("poisson"), Likelihood("gamma")})
    for (const auto bound : {LogisticBound::taylor, LogisticBound::tilted, LogisticBound::quadratic}) {
      TrainedModel before = with_likelihood(slim(), likelihood);
      before.options.bound = bound;
      const TrainedModel after = load_model(saved(before));
      EXPECT_EQ(difference(after.preparation, before.preparation), "");
      EXPECT_EQ(after.options.likelihood, likelihood);
      EXPECT_EQ(after.options.bound, bound);
    }
}

TEST_F(ModelFile, RefusesLikelihoodsThatAreNotThoseOfTheTargets) {
  TrainedModel model = with_likelihood(slim(), Likelihood("gamma"));
  model.options.likelihood = Likelihood("gaussian");
  expect_refused(saved(model), "another likelihood");
}

std::vector<std::string> tensor_names(const Container& container) {
  std::vector<std::string> names;
  for (const Tensor& tensor : container.tensors) names.push_back(tensor.name);
  return names;
}

TEST_F(ModelFile, KeepsDrawsAsCodes) {
  for (const std::size_t num_levels : {2, 15, 16, 17, 256}) {
    const TrainedModel model = of_draws(num_levels);
    const Container container = read_container(saved(model));
    EXPECT_FALSE(std::ranges::count(tensor_names(container), "log_probabilities"));
    const Tensor& codes = container.tensors.back();
    EXPECT_EQ(codes.name, "codes");
    EXPECT_EQ(codes.shape, (std::vector<std::size_t>{3, num_levels <= 16 ? 3U : 5U}));
    const TrainedModel loaded = load_model(saved(model));
    EXPECT_TRUE(loaded.posterior.log_probabilities == model.posterior.log_probabilities);
    EXPECT_EQ(loaded.posterior.log_component_weights, model.posterior.log_component_weights);
    save_model(loaded, directory_.path("again.direct"));
    EXPECT_EQ(file_contents(directory_.path("again.direct")), file_contents(saved(model)));
  }
}

// Centres are integers of 16 bits; the tables follow from the grid, and are not in the file.
TEST_F(ModelFile, KeepsLearnedGrids) {
  for (const PriorKind kind : {PriorKind::gaussian, PriorKind::uniform, PriorKind::laplace, PriorKind::spike_slab})
    for (const bool left_out : {false, true}) {
      const TrainedModel model = of_learned_grid(kind, left_out);
      const Container container = read_container(saved(model));
      const std::vector<std::string> names = tensor_names(container);
      EXPECT_FALSE(std::ranges::count(names, "levels") || std::ranges::count(names, "log_prior"));
      EXPECT_EQ(std::ranges::find(container.tensors, "centres", &Tensor::name)->dtype, "I16");
      const TrainedModel loaded = load_model(saved(model));
      EXPECT_TRUE(loaded.prior.levels == model.prior.levels);
      EXPECT_TRUE(loaded.prior.log_prior == model.prior.log_prior);
      EXPECT_EQ(loaded.prior.variances, model.prior.variances);
      ASSERT_TRUE(loaded.prior.learned);
      EXPECT_EQ(loaded.prior.learned->centres, model.prior.learned->centres);
      EXPECT_EQ(loaded.prior.learned->steps, model.prior.learned->steps);
      save_model(loaded, directory_.path("again.direct"));
      EXPECT_EQ(file_contents(directory_.path("again.direct")), file_contents(saved(model)));
    }
}

TEST_F(ModelFile, RefusesLearnedGridsThatAreNone) {
  for (const char* tensor : {"steps", "shifts"}) {
    Container container = read_container(saved(of_learned_grid(PriorKind::gaussian)));
    auto found = std::ranges::find(container.tensors, tensor, &Tensor::name);
    found->bytes.back() = std::byte{0xff};  // a negative number; more bits than a centre has
    write_container(container, directory_.path("bad.direct"));
    EXPECT_TRUE(thrown_by([&] { load_model(directory_.path("bad.direct")); })) << tensor;
  }
}

TEST_F(ModelFile, KeepsDrawsOfWhichSomeAreReplaced) {
  const TrainedModel model = of_draws(15, 1);
  EXPECT_FALSE(std::ranges::count(tensor_names(read_container(saved(model))), "codes"));
  EXPECT_TRUE(load_model(saved(model)).posterior.log_probabilities == model.posterior.log_probabilities);
}

TEST_F(ModelFile, KeepsMixturesAndTheirPriors) {
  const TrainedModel model = of_mixtures();
  const TrainedModel loaded = load_model(saved(model));
  EXPECT_TRUE(loaded.posterior.log_probabilities == model.posterior.log_probabilities);
  EXPECT_EQ(loaded.posterior.log_component_weights, model.posterior.log_component_weights);
  ASSERT_EQ(loaded.prior.components.size(), 2U);
  for (std::size_t c = 0; c < 2; ++c) {
    EXPECT_EQ(loaded.prior.components[c].log_weight, model.prior.components[c].log_weight);
    EXPECT_TRUE(loaded.prior.components[c].log_prior == model.prior.components[c].log_prior);
    EXPECT_EQ(loaded.prior.components[c].variances, model.prior.components[c].variances);
  }
  save_model(loaded, directory_.path("again.direct"));
  EXPECT_EQ(file_contents(directory_.path("again.direct")), file_contents(saved(model)));
}

TEST_F(ModelFile, HoldsTheLevelsOfAMixturePriorOnce) {
  TrainedModel model = of_draws(7);
  model.prior = make_mixture_prior({.weights = {1.0, 3.0}, .factors = {1.0, 0.1}}, linear_grid(-3.0, 3.0, 7), 1.0, 5);
  const Container container = read_container(saved(model));
  const auto table = std::ranges::find(container.tensors, "log_prior_1", &Tensor::name);
  ASSERT_NE(table, container.tensors.end());
  EXPECT_EQ(table->shape, (std::vector<std::size_t>{1, 7}));
  const TrainedModel loaded = load_model(saved(model));
  EXPECT_TRUE(loaded.prior.components[1].log_prior == model.prior.components[1].log_prior);
  EXPECT_EQ(loaded.prior.components[1].variances, std::vector<double>(5, 0.1 * 0.1));
}

TEST_F(ModelFile, KeepsAThousandComponents) {
  TrainedModel model = of_draws(15);
  model.posterior.log_component_weights.assign(1000, -std::log(1000.0));
  model.posterior.log_probabilities.resize(1000, model.posterior.log_probabilities.front());
  EXPECT_EQ(load_model(saved(model)).posterior.num_components(), 1000U);
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
  EXPECT_EQ(after.spike, before.spike);
  EXPECT_EQ(after.prior_scale, before.prior_scale);
  EXPECT_EQ(after.prior_mixture, before.prior_mixture);
  EXPECT_EQ(after.prior_bound, before.prior_bound);
  EXPECT_EQ(after.noise, before.noise);
  EXPECT_EQ(after.likelihood, before.likelihood);
  EXPECT_EQ(after.bound, before.bound);
  EXPECT_EQ(after.posterior, before.posterior);
  EXPECT_EQ(after.components, before.components);
  EXPECT_EQ(after.entropy, before.entropy);
  EXPECT_EQ(after.optimizer, before.optimizer);
  EXPECT_EQ(after.max_iterations, before.max_iterations);
  EXPECT_EQ(after.tolerance, before.tolerance);
  EXPECT_EQ(after.seed, before.seed);
}

TEST_F(ModelFile, KeepsTheOptionsButNotThoseOfTheRun) {
  TrainedModel model = whole();
  expect_same(load_model(saved(model)).options, model.options);
  for (const Optimizer optimizer :
       {Optimizer::automatic, Optimizer::best, Optimizer::ascent, Optimizer::lbfgs, Optimizer::adam}) {
    model.options = {.features = FeatureKind::linear,
                     .num_features = 123,
                     .feature_bits = 8,
                     .hyperparameters = Hyperparameters::pilot,
                     .levels = 256,
                     .support = "-1,0,2.5",
                     .prior = PriorKind::uniform,
                     .spike = 0.125,
                     .prior_scale = "0.125",
                     .prior_mixture = "0.5:1,0.5:0.3",
                     .prior_bound = PriorBound::jensen,
                     .noise = "1e-3:2:7",
                     .bound = LogisticBound::tilted,
                     .posterior = PosteriorKind::mixture,
                     .components = 7,
                     .entropy = Entropy::taylor,
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

TEST_F(ModelFile, KeepsEveryWordOfTheOptionsOfMixtures) {
  TrainedModel model = of_draws(3);
  for (const auto kind : {PosteriorKind::mean_field, PosteriorKind::mixture, PosteriorKind::draws})
    for (const auto entropy : {Entropy::exact, Entropy::taylor, Entropy::pairwise, Entropy::sampled})
      for (const auto bound : {PriorBound::jensen, PriorBound::responsibility, PriorBound::sampled}) {
        model.options.posterior = kind;
        model.options.entropy = entropy;
        model.options.prior_bound = bound;
        expect_same(load_model(saved(model)).options, model.options);
      }
}

TEST_F(ModelFile, KeepsHowManyFeaturesMayBeActive) {
  TrainedModel model = whole();
  for (const std::size_t count : {std::size_t{0}, std::size_t{12}, all_features}) {
    model.options.max_active_features = count;
    EXPECT_EQ(load_model(saved(model)).options.max_active_features, count);
  }
  for (const char* text : {"", "0", "-1", "1.5", "none"}) {
    Container container = read_container(saved(model));
    nlohmann::json description = nlohmann::json::parse(container.metadata.at("description"));
    description["options"]["max_active_features"] = text;
    container.metadata["description"] = description.dump();
    write_container(container, directory_.path("bad.direct"));
    EXPECT_THROW(load_model(directory_.path("bad.direct")), Error) << text;
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

TEST_F(ModelFile, KeepsNetworks) {
  for (const std::vector<std::size_t>& hidden : {std::vector<std::size_t>{3}, std::vector<std::size_t>{2, 1}}) {
    const TrainedModel before = of_network(hidden);
    const std::string bytes = file_contents(saved(before));
    const TrainedModel after = load_model(directory_.path("m.direct"));
    EXPECT_EQ(network_of(after), network_of(before));
    EXPECT_EQ(after.options.memory, "123MB");
    EXPECT_EQ(after.prior.num_features(), num_weights(network_of(before)));
    EXPECT_EQ(after.preparation.features, before.preparation.features);
    EXPECT_TRUE(after.statistics == before.statistics);
    EXPECT_EQ(file_contents(saved(after)), bytes);
  }
  EXPECT_THROW(network_of(whole()), Error);
}

TEST_F(ModelFile, KeepsLevelsThatDifferFromWeightToWeight) {
  TrainedModel model = whole();
  model.prior.levels(4, 1) += 1.0;
  EXPECT_TRUE(load_model(saved(model)).prior.levels == model.prior.levels);
}

}  // namespace
}  // namespace direct::model_file_test
