// SPDX-License-Identifier: MIT
#include <algorithm>

#include "posterior/options/option_values.h"
#include "posterior/options/special_options.h"

namespace direct {
namespace {

template <TextOption T>
Option text_option(const OptionInfo& info, T FitOptions::*field) {
  Option option = field_option(info, field);
  option.check = [field](const FitOptions& options) { check(options.*field); };
  return option;
}

Option checked(Option option, const std::function<bool(const FitOptions&)>& holds, const std::string& expected) {
  option.check = [holds, expected, name = option.info.name, text = option.text](const FitOptions& options) {
    if (!holds(options)) refuse_option(name, expected, text(options));
  };
  return option;
}

Option in_vain(Option option, std::function<std::string(const FitOptions&)> why) {
  option.in_vain = std::move(why);
  return option;
}

// The options that belong to a run stay out of the file.
Option of_run(Option option) {
  option.to_json = {};
  option.from_json = {};
  return option;
}

// "`likelihood` NAME or `likelihood` NAME"
std::string likelihoods_with_bound() {
  std::string text;
  for (const Likelihood& likelihood : all_likelihoods())
    if (likelihood->has_bound) text += fmt::format("{}`likelihood` {}", text.empty() ? "" : " or ", likelihood->name);
  return text;
}

std::string count_in_vain(const FitOptions& options) {
  if (options.model == ModelKind::network)
    return "is that of Fourier features, which a network has none of; leave it out";
  if (options.features == FeatureKind::fourier || options.features == FeatureKind::trained) return "";
  return "is that of Fourier or trained features; `features` " + word_of(options.features) + " has as many as the data";
}

std::vector<Option> model_options() {
  return {
      field_option(
          {.name = "model",
           .group = "Model",
           .help = "linear: in the features; network: of the inputs, its hidden neurons square what they sum "
                   "up. A network has `features` linear, `support` auto and `posterior` mean-field unless told "
                   "otherwise",
           .shapes_map = true},
          &FitOptions::model),
      hidden_option({.name = "hidden",
                     .group = "Model",
                     .values = "N,...",
                     .help = "of a network: neurons of each hidden layer, from the inputs on",
                     .shapes_map = true}),
      in_vain(text_option({.name = "memory",
                           .group = "Model",
                           .values = "SIZE",
                           .help = "of a network: the most that its statistics and terms may take, such as 500MB; a "
                                   "larger one is refused",
                           .shapes_map = true},
                          &FitOptions::memory),
              [](const FitOptions& options) {
                return options.model == ModelKind::network ? "" : "is that of a network; expected `model` network";
              }),
      field_option({.name = "features",
                    .group = "Model",
                    .help = "fourier: random Fourier features; trained: a few cosines whose frequencies are learned, "
                            "beside the inputs, for small models; linear: 1 and the inputs; given: the columns as they "
                            "are, nothing scaled",
                    .shapes_map = true},
                   &FitOptions::features),
      in_vain(
          count_option({.name = "num_features",
                        .group = "Model",
                        .values = "auto|N",
                        .help = "how many Fourier features, even; or four for each row, from 256 to 2000 (auto). Of "
                                "trained features: how many cosines; or 64, and more while held-out rows gain by "
                                "them (auto)",
                        .shapes_map = true},
                       &FitOptions::num_features, std::size_t{0}, "auto or a number of features"),
          count_in_vain),
      in_vain(feature_bits_option({.name = "feature_bits",
                                   .group = "Model",
                                   .values = "auto|0|8|12",
                                   .help = "Fourier features in integers, whose sums are exact: of 8 bits, or of 12 "
                                           "where 8 cost accuracy (auto); 0: in floating point",
                                   .shapes_map = true}),
              [](const FitOptions& options) {
                return options.model == ModelKind::network ? count_in_vain(options) : std::string();
              })};
}

std::vector<Option> prior_options() {
  return {
      likelihood_option({.name = "likelihood", .group = "Model"}),
      in_vain(field_option({.name = "bound",
                            .group = "Model",
                            .help = "of classes: how their likelihood is bounded; taylor: the paper's, tilted: tighter "
                                    "for most rows, quadratic: the one of Jaakkola and Jordan, the fastest. Draws are "
                                    "the same with each; only their ELBO is not"},
                           &FitOptions::bound),
              [](const FitOptions& options) {
                return options.likelihood->has_bound ? std::string()
                                                     : fmt::format("is that of classes; expected {}, found {}",
                                                                   likelihoods_with_bound(), options.likelihood->name);
              }),
      field_option({.name = "hyperparameters",
                    .group = "Model",
                    .help = "metric: lengthscales and directions of the inputs from up to 16,000 rows, noise and prior "
                            "scale from all rows; evidence: lengthscales from 1000 rows, as in the first edition; "
                            "pilot: everything from these, as in the paper"},
                   &FitOptions::hyperparameters),
      in_vain(
          count_option({.name = "levels",
                        .group = "Model",
                        .values = "auto|N",
                        .help = "levels of each weight: as many as the uncertainty needs, 15 (4 bits), 255 or 65535 "
                                "(auto; elsewhere than with draws on learned supports 15); or 2 to 256, with draws "
                                "on learned supports 3 to 65535"},
                       &FitOptions::levels, std::size_t{0}, "auto or a number of levels"),
          [](const FitOptions& options) {
            const bool are_listed = has_support_file(options) || options.support.kind == Support::Kind::list;
            return are_listed ? "the levels are those that `support` lists; expected one of the two" : "";
          }),
      text_option(
          {.name = "support",
           .group = "Model",
           .values = "auto|learned|learned-shared|pow2|LO:HI|V1,V2,...|@FILE",
           .help = "the levels of the weights: evenly spaced about zero (auto); learned for each weight, or one "
                   "grid for all; zero and powers of two; a range; a list; or a file with a list for each "
                   "weight, one a line"},
          &FitOptions::support),
      field_option({.name = "prior",
                    .group = "Model",
                    .help = "prior of the weights over their levels; spike-slab: zero, or a Gaussian that is wider for "
                            "it. Draws see only the scale of a prior, the other posteriors all of it"},
                   &FitOptions::prior),
      in_vain(checked(
                  field_option({.name = "spike",
                                .group = "Model",
                                .values = "P",
                                .help = "of a spike-slab prior: how probable it is that a weight is zero"},
                               &FitOptions::spike),
                  [](const FitOptions& options) { return options.spike > 0.0 && options.spike < 1.0; },
                  "a probability above 0 and below 1"),
              [](const FitOptions& options) {
                return options.prior == PriorKind::spike_slab
                           ? std::string()
                           : "is that of a spike-slab prior; expected `prior` spike-slab, found " +
                                 word_of(options.prior);
              }),
      text_option(
          {.name = "prior_scale", .group = "Model", .values = "auto|STD", .help = "standard deviation of the prior"},
          &FitOptions::prior_scale),
      text_option({.name = "prior_mixture",
                   .group = "Model",
                   .values = "none|WEIGHT:FACTOR,...",
                   .help = "several prior scales instead of one: each a factor of `prior_scale`, with its probability; "
                           "which of them it is, is the same for all weights"},
                  &FitOptions::prior_mixture),
      in_vain(
          field_option({.name = "prior_bound",
                        .group = "Model",
                        .help = "how a prior mixture enters: bounded with its own probabilities (jensen), with those "
                                "that the weights suggest (responsibility), or by samples without a bias"},
                       &FitOptions::prior_bound),
          [](const FitOptions& options) {
            return options.prior_mixture.empty() ? "is that of a mixture; expected a `prior_mixture`, found none" : "";
          }),
      text_option(
          {.name = "noise",
           .group = "Model",
           .values = "auto|VAR|LO:HI:COUNT",
           .help = "variance of the noise in squared units of the target, or the dispersion of a likelihood that "
                   "has one: one value or a logarithmic grid"},
          &FitOptions::noise)};
}

std::vector<Option> posterior_options() {
  return {
      max_active_features_option({.name = "max_active_features",
                                  .group = "Sparsity",
                                  .values = "all|auto|K",
                                  .help = "leave out all but K features (Fourier features in pairs), or all that the "
                                          "evidence does not pay for (auto): their weights are zero and need not be "
                                          "computed"}),
      checked(
          field_option({.name = "target_sparsity",
                        .group = "Sparsity",
                        .values = "S",
                        .help = "share of the weights that are zero, at least, below 1: by a spike in the prior, and "
                                "of draws by leaving features out; 0 asks for nothing. The report says what either "
                                "costs on the training rows; cv and evaluate say it of others"},
                       &FitOptions::target_sparsity),
          [](const FitOptions& options) { return options.target_sparsity >= 0.0 && options.target_sparsity < 1.0; },
          "a number from 0, which asks for nothing, to below 1"),
      field_option(
          {.name = "posterior",
           .group = "Posterior",
           .help = "mean-field: independent weights; mixture: several of these, trained together; draws: weight "
                   "vectors drawn in full precision and rounded to the levels, for intervals like those of full "
                   "precision"},
          &FitOptions::posterior),
      components_option({.name = "components",
                         .group = "Posterior",
                         .values = "N",
                         .help = "of the mixture; deviations about the centre of learned supports; or draws on other "
                                 "supports (even); 1 to 1000"}),
      field_option(
          {.name = "law",
           .group = "Posterior",
           .help = "how draws on learned supports predict: one Student's t about the centre, or the mixture of "
                   "a Gaussian for each draw"},
          &FitOptions::law),
      in_vain(field_option({.name = "entropy",
                            .group = "Posterior",
                            .help = "how training knows the spread of a mixture: by one of two bounds (taylor, the "
                                    "paper's; pairwise), or by samples; exact is for one component"},
                           &FitOptions::entropy),
              [](const FitOptions& options) {
                return options.posterior == PosteriorKind::mixture
                           ? std::string()
                           : "is that of a mixture; expected `posterior` mixture, found " + word_of(options.posterior);
              })};
}

std::vector<Option> search_options() {
  return {in_vain(field_option(
                      {.name = "optimizer",
                       .group = "Search",
                       .help = "auto: coordinate ascent from good starts; best: these and L-BFGS compete; ascent: "
                               "coordinate ascent from the prior; lbfgs: the paper's method; adam: small batches of "
                               "rows, of likelihoods other than gaussian"},
                      &FitOptions::optimizer),
                  [](const FitOptions& options) {
                    return options.posterior == PosteriorKind::draws
                               ? "draws are not searched for; expected `posterior` mean-field or mixture"
                               : "";
                  }),
          checked(
              field_option({.name = "max_iterations",
                            .group = "Search",
                            .values = "N",
                            .help = "sweeps, L-BFGS iterations, or passes of adam, at most"},
                           &FitOptions::max_iterations),
              [](const FitOptions& options) { return options.max_iterations >= 1; }, "at least 1"),
          checked(
              field_option({.name = "tolerance",
                            .group = "Search",
                            .values = "NATS",
                            .help = "gain per row at which a fit has converged"},
                           &FitOptions::tolerance),
              [](const FitOptions& options) { return options.tolerance > 0.0; }, "a positive number"),
          field_option({.name = "seed",
                        .group = "Search",
                        .values = "N",
                        .help = "the same seed gives the same bytes",
                        .shapes_map = true},
                       &FitOptions::seed),
          of_run(checked(
              field_option({.name = "threads",
                            .group = "Search",
                            .values = "N",
                            .help = "never changes a result; 0 means all cores",
                            .shapes_map = true},
                           &FitOptions::threads),
              [](const FitOptions& options) { return options.threads >= 0; }, "0 or more"))};
}

// Flags are taken for the options that they set.
const Option& found_option(std::string_view name) {
  std::string wanted(name.starts_with("--") ? name.substr(2) : name);
  std::ranges::replace(wanted, '-', '_');
  for (const Option& option : option_table())
    if (option.info.name == wanted) return option;
  throw Error(ErrorKind::usage, fmt::format("there is no option \"{}\"", name));
}

}  // namespace

const std::vector<Option>& option_table() {
  static const std::vector<Option> table = [] {
    std::vector<Option> all;
    for (std::vector<Option>& group :
         std::vector{model_options(), prior_options(), posterior_options(), search_options()})
      for (Option& option : group) {
        if (option.info.default_text.empty()) option.info.default_text = option.text(FitOptions{});
        all.push_back(std::move(option));
      }
    return all;
  }();
  return table;
}

std::vector<OptionInfo> option_infos() {
  std::vector<OptionInfo> infos;
  for (const Option& option : option_table()) infos.push_back(option.info);
  return infos;
}

void set_option(FitOptions& options, std::string_view name, std::string_view text) {
  found_option(name).set(options, text);
}

std::string option_text(const FitOptions& options, std::string_view name) { return found_option(name).text(options); }

std::string given_in_vain(const FitOptions& options, std::string_view name) {
  const Option& option = found_option(name);
  return option.in_vain ? option.in_vain(options) : "";
}

}  // namespace direct
