// SPDX-License-Identifier: MIT
// Small models, trained, of every kind that can be exported.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <direct/deploy.h>
#include <direct/table.h>

#include "oracle/table.h"

namespace direct {

// y = sin of the inputs and a slope, with noise; inputs with their own units.
inline Table device_rows(std::size_t num_inputs, std::size_t num_rows, std::uint64_t seed = 1) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  Matrix inputs(num_rows, num_inputs);
  std::vector<double> targets;
  for (std::size_t i = 0; i < num_rows; ++i) {
    double target = 20.0;
    for (std::size_t j = 0; j < num_inputs; ++j) {
      const double input = std::clamp(normal(random), -3.0, 3.0);
      target += (3.0 * std::sin(input + static_cast<double>(j)) + input) / std::sqrt(static_cast<double>(num_inputs));
      inputs(i, j) = 5.0 * static_cast<double>(j) + 0.5 * input;
    }
    targets.push_back(target + 0.5 * normal(random));
  }
  return {.inputs = std::move(inputs), .target = std::move(targets)};
}

inline TrainedModel trained_on(const Table& rows, const FitOptions& options) { return fit(rows, options).model; }

struct NamedModel {
  std::string name;
  TrainedModel model;
};

// Fourier features with learned, fixed and listed levels; linear, given and trained ones; draws, mean field and a
// mixture.
inline std::vector<NamedModel> device_models() {
  const Table rows = device_rows(3, 200);
  const auto fitted = [&](const char* support, PosteriorKind posterior, std::size_t levels, std::size_t num_features) {
    FitOptions options{.num_features = num_features, .levels = levels, .support = support, .posterior = posterior};
    if (posterior == PosteriorKind::mixture) options.components = 2;
    return trained_on(rows, options);
  };
  const auto of_inputs = [&](FeatureKind features, const char* support) {
    return trained_on(rows, {.features = features, .support = support});
  };
  std::vector<NamedModel> models;
  models.push_back({"learned draws", fitted("learned", PosteriorKind::draws, 15, 40)});
  models.push_back({"ternary draws", fitted("learned", PosteriorKind::draws, 3, 300)});
  models.push_back({"shared step", fitted("learned-shared", PosteriorKind::draws, 7, 44)});
  models.push_back({"mean field", fitted("auto", PosteriorKind::mean_field, 15, 42)});
  models.push_back({"mixture", fitted("auto", PosteriorKind::mixture, 7, 20)});
  models.push_back({"powers of two", fitted("pow2", PosteriorKind::mean_field, 15, 30)});
  models.push_back({"list", fitted("-1,-0.3,-0.1,0,0.1,0.4,1", PosteriorKind::mean_field, 7, 20)});
  models.push_back({"no zero", fitted("-0.93:0.61", PosteriorKind::mean_field, 8, 20)});
  models.push_back({"eight bits", fitted("learned", PosteriorKind::draws, 255, 20)});
  models.push_back({"linear", of_inputs(FeatureKind::linear, "learned")});
  models.push_back({"linear, fixed", of_inputs(FeatureKind::linear, "auto")});
  models.push_back({"given", of_inputs(FeatureKind::given, "learned")});
  FitOptions few{.num_features = 64, .levels = 3, .max_active_features = 12};
  models.push_back({"few features", trained_on(rows, few)});
  models.push_back({"features of 8 bits", trained_on(rows, {.num_features = 64, .feature_bits = 8, .levels = 15})});
  const auto of_cosines = [&](FitOptions options) {
    options.features = FeatureKind::trained;
    options.num_features = 12;
    return trained_on(rows, options);
  };
  models.push_back({"trained", of_cosines({})});
  models.push_back({"trained, few", of_cosines({.levels = 15, .max_active_features = 6})});
  models.push_back({"trained, draws", of_cosines({.levels = 15, .law = EnsembleLaw::mixture})});
  models.push_back(
      {"trained, mean field", of_cosines({.levels = 15, .support = "auto", .posterior = PosteriorKind::mean_field})});
  return models;
}

// Codes over the whole range of 16 bits, the ends among them.
inline std::vector<std::int16_t> random_codes(std::mt19937_64& random, std::size_t count) {
  std::uniform_int_distribution<int> any(-32768, 32767);
  std::vector<std::int16_t> codes;
  for (std::size_t i = 0; i < count; ++i) {
    const int code = any(random);
    codes.push_back(static_cast<std::int16_t>(code % 37 == 0 ? (code < 0 ? -32768 : 32767) : code));
  }
  return codes;
}

}  // namespace direct
