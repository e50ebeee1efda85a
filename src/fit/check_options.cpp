// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/fit.h>
#include <direct/network.h>

#include <fmt/format.h>
#include <algorithm>
#include <string>

#include "fit/level_grids.h"
#include "fit/require_option.h"
#include "fit/sparsity_options.h"
#include "models/level_masses.h"
#include "posterior/options/option.h"

namespace direct {
namespace {

constexpr std::size_t most_trained_features = 2048;

void require_range(const std::string& option, std::size_t value, std::size_t low, std::size_t high) {
  require_option(value >= low && value <= high, "`" + option + "`: expected " + std::to_string(low) + " to " +
                                                    std::to_string(high) + ", found " + std::to_string(value));
}

void check_posterior(const FitOptions& options) {
  const std::size_t count = num_components(options);
  require_option(options.posterior != PosteriorKind::mean_field || count == 1,
                 "`components`: a mean-field posterior has 1 component, found " + std::to_string(count) +
                     "; expected `posterior` mixture or draws");
  require_option(!has_deviations(options) || count >= 2,
                 "`components`: a spread needs at least 2 deviations, found " + std::to_string(count));
  require_option(options.posterior != PosteriorKind::draws || has_deviations(options) || count % 2 == 0,
                 "`components`: draws come in pairs; expected an even number, found " + std::to_string(count));
  require_range("components", count, 1, most_components);
  require_option(options.entropy != Entropy::exact || options.posterior == PosteriorKind::draws || count == 1,
                 "`entropy` exact: a mixture of " + std::to_string(count) +
                     " components has no exact entropy; expected taylor, pairwise or sampled");
}

void check_support(const FitOptions& options) {
  const auto given = given_levels(options.support, num_levels(options));
  require_option(options.support.kind != Support::Kind::pow2 || num_levels(options) % 2 == 1,
                 "`levels`: `support` pow2 has zero and as many levels either side; expected an odd number, found " +
                     std::to_string(num_levels(options)));
  require_option(has_support_file(options) == (options.support_levels.size() > 0),
                 "the levels of each weight go with `support` @FILE, found " +
                     std::to_string(options.support_levels.cols()) + " weights with `support` " +
                     text_of(options.support));
  for (std::size_t j = 0; j < options.support_levels.cols(); ++j)
    check_levels(options.prior, options.support_levels.column(j));
  if (given) check_levels(options.prior, *given);
  require_option(
      given || has_support_file(options) || options.prior != PriorKind::spike_slab || num_levels(options) >= 3,
      "`levels`: a spike-slab prior needs a level that is zero; expected 3 or more, found 2");
}

void check_prior(const FitOptions& options) {
  require_option(options.prior_mixture.empty() || options.prior == PriorKind::gaussian,
                 "`prior_mixture`: its factors are those of the scale of a Gaussian; expected `prior` gaussian");
}

void check_network(const FitOptions& options) {
  if (options.model == ModelKind::linear)
    return require_option(options.hidden.empty(), "`hidden`: is that of a network; expected `model` network");
  require_option(!options.hidden.empty(),
                 "`hidden`: a network has hidden layers; expected their widths, as in 8 or 8,4");
  network_size({.num_inputs = 1, .hidden = options.hidden}, NetworkMethod::forward_pass);  // which checks them
  require_option(options.likelihood->is_gaussian,
                 "`model` network: is for Gaussian noise; expected `likelihood` gaussian");
  require_option(options.features != FeatureKind::fourier,
                 "`model` network: sees the inputs themselves; expected `features` linear (standardised) or given");
  require_option(!is_learned(options),
                 "`model` network: has fixed levels; expected another `support` than " + text_of(options.support));
  require_option(
      options.posterior != PosteriorKind::draws,
      "`model` network: has no full-precision posterior to draw from; expected `posterior` mean-field or mixture");
  require_option(
      !asks_for_sparsity(options),
      "`model` network: has no features to leave out; expected neither `max_active_features` nor `target_sparsity`");
}

// 0 is auto.
void check_num_features(const FitOptions& options) {
  if (options.features == FeatureKind::trained) {
    require_option(options.feature_bits != 8, "`feature_bits`: trained features have 12 bits; expected auto, 12, or 0");
    if (options.num_features > 0) require_range("num_features", options.num_features, 1, most_trained_features);
  }
  if (options.num_features == 0 || options.features != FeatureKind::fourier) return;
  require_range("num_features", options.num_features, 2, 65536);
  require_option(options.num_features % 2 == 0,
                 "`num_features`: Fourier features come in pairs; expected an even number, found " +
                     std::to_string(options.num_features));
}

// What is said of one likelihood only.
void check_likelihood(const FitOptions& options) {
  const bool is_gaussian = options.likelihood->is_gaussian;
  require_option(
      options.optimizer != Optimizer::adam || !is_gaussian,
      "`optimizer` adam: takes steps for small batches of rows, which Gaussian noise has no need of; expected auto, "
      "best, ascent or lbfgs");
  require_option(options.optimizer != Optimizer::adam || options.posterior != PosteriorKind::mixture ||
                     options.entropy == Entropy::pairwise,
                 "`optimizer` adam: takes its steps on the pairwise bound of a mixture; expected `entropy` pairwise");
  require_option(options.optimizer != Optimizer::adam || options.prior_bound != PriorBound::sampled,
                 "`optimizer` adam: samples rows, not priors; expected `prior_bound` jensen or responsibility");
  require_option(options.likelihood->has_dispersion() || options.noise.is_automatic(),
                 "`noise`: classes and counts have none; expected auto, found " + text_of(options.noise));
  require_option(options.optimizer != Optimizer::ascent || options.likelihood.family().is_quadratic(options.bound),
                 "`optimizer` ascent: needs Gaussian noise or the quadratic bound; expected auto, best, lbfgs or adam");
}

}  // namespace

void check(const FitOptions& options) {
  for (const Option& option : option_table())
    if (option.check) option.check(options);
  require_range("levels", num_levels(options), has_deviations(options) ? 3 : 2,
                has_deviations(options) ? most_deviation_levels : 256);
  check_num_features(options);
  check_support(options);
  check_prior(options);
  check_posterior(options);
  check_likelihood(options);
  check_network(options);
  check_sparsity(options);
}

}  // namespace direct
