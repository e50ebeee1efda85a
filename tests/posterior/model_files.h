// SPDX-License-Identifier: MIT
// Models to save, and what loading a damaged file must do.
#pragma once

#include <cmath>
#include <string>

#include <direct/fit.h>
#include <direct/posterior.h>

#include <gtest/gtest.h>

#include "data/damaged_files.h"
#include "oracle/network.h"
#include "oracle/random_problem.h"
#include "oracle/tiny_model.h"

namespace direct {

// 40 rows of a number, a number with missing cells and a category.
inline std::string mixed_csv() {
  const oracle::TinyProblem table = oracle::random_regression(1, 40, 2, 2, 0.3);
  std::string text = "temp,\"wind, gusts\",city,dropped,y\n";
  for (std::size_t i = 0; i < 40; ++i) {
    const std::string wind = i % 7 == 3 ? "" : std::to_string(table.features(i, 1));
    text += std::to_string(table.features(i, 0)) + "," + wind + "," + (i % 3 == 0 ? "Ørsta" : "Paris") + ",1," +
            std::to_string(table.targets[i]) + "\n";
  }
  return text;
}

inline TrainedModel fitted(const TestDirectory& directory, bool slim, int feature_bits = 0) {
  const Dataset dataset = open_dataset({directory.write("d.csv", mixed_csv())},
                                       {.target = "y", .drop = {"dropped"}, .missing = Missing::indicator});
  const FitOptions options{.num_features = 16,
                           .feature_bits = feature_bits,
                           .levels = 5,
                           .support = "auto",
                           .noise = "0.01:1:15",
                           .seed = 3,
                           .threads = 1,
                           .slim = slim};
  return fit(dataset, options).model;
}

inline TrainedModel calibrated(TrainedModel model) {
  model.calibration = {.num_rows = 19, .scales = {0.0, 0.5, 0.5, 2.0}};
  return model;
}

// Draws of so many levels: `replaced` of the three are the prior instead of a weight vector.
inline Posterior point_masses(const oracle::TinyProblem& problem, std::size_t replaced = 0) {
  Posterior q{.log_component_weights = std::vector<double>(3, -std::log(3.0)),
              .noise_log_probabilities = problem.noise.log_prior};
  const std::size_t num_levels = problem.prior.num_levels(), num_features = problem.prior.num_features();
  for (std::size_t i = 0; i < 3; ++i) {
    Matrix component(num_levels, num_features, -HUGE_VAL);
    for (std::size_t j = 0; j < num_features; ++j) component((num_levels - 1 + 7 * i * j) % num_levels, j) = 0.0;
    q.log_probabilities.push_back(i < replaced ? problem.prior.log_prior : component);
  }
  return q;
}

// The fit is made once; tests only read it.
class ModelFile : public DamageTest {
 protected:
  static const TrainedModel& whole() {
    static const TrainedModel model = calibrated(fitted(TestDirectory(), false));
    return model;
  }
  static const TrainedModel& slim() {
    static const TrainedModel model = fitted(TestDirectory(), true);
    return model;
  }

  static const TrainedModel& integer() {
    static const TrainedModel model = fitted(TestDirectory(), false, 8);
    return model;
  }

  // One weight of two levels: short enough to damage everywhere.
  static TrainedModel smallest() {
    const oracle::TinyProblem problem = oracle::random_regression(1, 3, 1, 2, 0.3);
    TrainedModel model = oracle::tiny_model(problem, prior_as_posterior(problem.prior, problem.noise));
    model.statistics.reset();
    return model;
  }

  static TrainedModel of_draws(std::size_t num_levels, std::size_t replaced = 0) {
    const oracle::TinyProblem problem = oracle::random_regression(1, 8, 5, num_levels, 0.3);
    TrainedModel model = oracle::tiny_model(problem, point_masses(problem, replaced));
    model.options.posterior = PosteriorKind::draws;
    return model;
  }

  static TrainedModel of_mixtures() {
    const oracle::TinyProblem problem = oracle::with_mixture_prior(oracle::random_problem(6), 2, 3);
    return oracle::tiny_model(problem, oracle::random_mixture(problem, 3, 5));
  }

  static TrainedModel of_network(const std::vector<std::size_t>& hidden) {
    const auto tiny = oracle::random_network({.num_inputs = 2, .hidden = hidden}, 4, 3, 1);
    TrainedModel model = oracle::tiny_model(tiny.problem, oracle::random_posterior(tiny.problem, 2));
    model.preparation.features.degree = degree(tiny.network);
    model.options = network_options(hidden);
    model.options.features = FeatureKind::given;
    model.options.memory = "123MB";
    model.statistics = Statistics{
        .rounded = oracle::monomial_statistics(tiny.problem.features, tiny.problem.targets, degree(tiny.network))};
    return model;
  }

  // Every prior, with and without a weight that is left out.
  static TrainedModel of_learned_grid(PriorKind kind, bool left_out = false) {
    TrainedModel model = of_draws(7);
    model.prior.kind = kind;
    model.prior.spike = kind == PriorKind::spike_slab ? 0.25 : 0.0;
    const std::vector<double> centres{0.0, 1e-3, -0.7, 5.0, 0.3}, steps{0.1, 0.02, 0.3, 1e-4, 2.0};
    LearnedGrid grid = learned_grid(centres, steps);
    if (left_out) grid.steps.front() = 0.0;
    model.prior = on_grid(model.prior, grid);
    return model;
  }

  std::string saved(const TrainedModel& model) const {
    save_model(model, directory_.path("m.direct"));
    return directory_.path("m.direct");
  }

  void load(const std::string& path) const override { load_model(path); }
  const Container& untouched() const override {
    static const Container container = read_container(saved(whole()));
    return container;
  }
};

}  // namespace direct
