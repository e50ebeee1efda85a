// SPDX-License-Identifier: MIT
#include "posterior/options_file.h"

#include <charconv>
#include <limits>
#include <string>

#include "data/json_fields.h"
#include "posterior/fit_words.h"
#include "posterior/posterior_file.h"
#include "posterior/words.h"
#include "statistics/feature_words.h"
#include "statistics/preparation_file.h"

namespace direct {

namespace {

std::vector<std::size_t> widths_at(const nlohmann::json& object, const std::string& name) {
  constexpr std::size_t most_neurons = std::size_t{1} << 20;
  std::vector<std::size_t> widths;
  require_field(object.at(name).is_array(), name, "a list");
  for (const nlohmann::json& width : object.at(name)) {
    require_field(
        width.is_number_unsigned() && width.get<std::size_t>() >= 1 && width.get<std::size_t>() <= most_neurons, name,
        "a list of positive counts");
    widths.push_back(width.get<std::size_t>());
  }
  return widths;
}

// "auto" for options that were never used: a model that was fitted says how many bits it has.
int feature_bits_of(const json& j) {
  return j.at("feature_bits") == "auto" ? automatic_feature_bits : static_cast<int>(count_at(j, "feature_bits", 12));
}

// "all", "auto" or digits.
std::string active_features_text(std::size_t count) {
  if (count == all_features) return "all";
  return count == 0 ? "auto" : std::to_string(count);
}

std::size_t max_active_features_at(const json& j) {
  const std::string text = j.at("max_active_features");
  if (text == "all") return all_features;
  if (text == "auto") return 0;
  std::size_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  require_field(error == std::errc() && end == text.data() + text.size() && count > 0, "max_active_features",
                "all, auto or a number");
  return count;
}

}  // namespace

nlohmann::json description_of(const FitOptions& o) {
  return {{"model", o.model},
          {"hidden", o.hidden},
          {"memory", o.memory},
          {"features", o.features},
          {"num_features", o.num_features},
          {"feature_bits", o.feature_bits == automatic_feature_bits ? json("auto") : json(o.feature_bits)},
          {"hyperparameters", o.hyperparameters},
          {"levels", o.levels},
          {"support", o.support},
          {"prior", o.prior},
          {"prior_scale", o.prior_scale},
          {"prior_mixture", o.prior_mixture},
          {"prior_bound", o.prior_bound},
          {"spike", o.spike},
          {"max_active_features", active_features_text(o.max_active_features)},
          {"target_sparsity", o.target_sparsity},
          {"noise", o.noise},
          {"likelihood", o.likelihood->name},
          {"bound", o.bound},
          {"posterior", o.posterior},
          {"components", o.components},
          {"law", o.law},
          {"entropy", o.entropy},
          {"optimizer", o.optimizer},
          {"max_iterations", o.max_iterations},
          {"tolerance", o.tolerance},
          {"seed", o.seed}};
}

FitOptions options_from(const nlohmann::json& j) {
  return {.model = word_at<ModelKind>(j, "model"),
          .hidden = widths_at(j, "hidden"),
          .memory = j.at("memory"),
          .features = word_at<FeatureKind>(j, "features"),
          .num_features = count_at(j, "num_features"),
          .feature_bits = feature_bits_of(j),
          .hyperparameters = word_at<Hyperparameters>(j, "hyperparameters"),
          .levels = count_at(j, "levels"),
          .support = j.at("support"),
          .prior = word_at<PriorKind>(j, "prior"),
          .spike = number_at(j, "spike"),
          .prior_scale = j.at("prior_scale"),
          .prior_mixture = j.at("prior_mixture"),
          .prior_bound = word_at<PriorBound>(j, "prior_bound"),
          .max_active_features = max_active_features_at(j),
          .target_sparsity = number_at(j, "target_sparsity"),
          .noise = j.at("noise"),
          .likelihood = likelihood_at(j),
          .bound = word_at<LogisticBound>(j, "bound"),
          .posterior = word_at<PosteriorKind>(j, "posterior"),
          .components = count_at(j, "components", most_components),
          .law = word_at<EnsembleLaw>(j, "law"),
          .entropy = word_at<Entropy>(j, "entropy"),
          .optimizer = word_at<Optimizer>(j, "optimizer"),
          .max_iterations = static_cast<int>(count_at(j, "max_iterations", std::numeric_limits<int>::max())),
          .tolerance = number_at(j, "tolerance"),
          .seed = count_at(j, "seed")};
}

std::string word_of(Entropy value) { return nlohmann::json(value); }

}  // namespace direct
