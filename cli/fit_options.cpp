// SPDX-License-Identifier: MIT
#include "fit_options.h"

#include <algorithm>
#include <charconv>

namespace direct {
namespace {

std::vector<std::size_t> widths_of(const std::string& text) {
  std::vector<std::size_t> widths;
  for (std::size_t first = 0; first <= text.size();) {
    const std::size_t end = std::min(text.find(',', first), text.size());
    std::size_t width = 0;
    const auto [rest, error] = std::from_chars(text.data() + first, text.data() + end, width);
    if (error != std::errc() || rest != text.data() + end || width == 0)
      throw Error(
          ErrorKind::usage,
          "--hidden: expected the neurons of each hidden layer, from 1, as in 8 or 8,4; found \"" + text + "\"");
    widths.push_back(width);
    first = end + 1;
  }
  return widths;
}

char delimiter_of(const std::string& text) {
  if (text == "auto") return 0;
  if (text == "tab" || text == "\\t") return '\t';
  if (text.size() == 1 && text != "\"" && text != "\n" && text != "\r") return text[0];
  throw Error(ErrorKind::usage, "--delimiter: expected auto, tab or one character, found \"" + text + "\"");
}

std::size_t num_levels_of(const std::string& text) {
  if (text == "auto") return 0;
  const auto levels = number_of<std::size_t>("--levels", text);
  if (levels == 0) throw Error(ErrorKind::usage, "--levels: expected auto or a number of levels, found 0");
  return levels;
}

std::size_t num_features_of(const std::string& text) {
  if (text == "auto") return 0;
  const auto count = number_of<std::size_t>("--num-features", text);
  if (count == 0) throw Error(ErrorKind::usage, "--num-features: expected auto or a number of features, found 0");
  return count;
}

int feature_bits_of(const std::string& text) {
  if (text == "auto") return automatic_feature_bits;
  const auto bits = number_of<unsigned>("--feature-bits", text);
  if (bits != 0 && bits != 8 && bits != 12)
    throw Error(ErrorKind::usage, "--feature-bits: expected auto, 8, 12, or 0 for floating point, found " + text);
  return static_cast<int>(bits);
}

std::size_t levels_of_bits(const std::string& text) {
  if (text == "auto") return 0;
  const auto bits = number_of<unsigned>("--bits", text);
  if (bits < 2 || bits > 16) throw Error(ErrorKind::usage, "--bits: expected auto or 2 to 16, found " + text);
  return (std::size_t{1} << bits) - 1;
}

std::size_t max_active_features_of(const std::string& text) {
  if (text == "all") return all_features;
  if (text == "auto") return 0;
  std::size_t count = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error == std::errc() && rest == text.data() + text.size() && count > 0) return count;
  throw Error(ErrorKind::usage,
              "--max-active-features: expected all, auto or a whole number from 1, found \"" + text + "\"");
}

int num_threads(const std::string& text) {
  const int threads = number_of<int>("--threads", text);
  if (threads < 0) throw Error(ErrorKind::usage, "--threads: expected 0 or more, found " + text);
  return threads;
}

std::size_t num_components_of(const std::string& text) {
  const auto count = number_of<std::size_t>("--components", text);
  if (count < 1) throw Error(ErrorKind::usage, "--components: expected 1 or more, found " + text);
  return count;
}

std::string default_components(const FitOptions& options) {
  if (options.components > 0) return std::to_string(options.components);
  const auto count = [](PosteriorKind kind) { return num_components(FitOptions{.posterior = kind}); };
  return fmt::format("{}, {} or {}", count(PosteriorKind::mean_field), count(PosteriorKind::mixture),
                     count(PosteriorKind::draws));
}

void add_columns_flags(Flags& flags, DataOptions& options) {
  flags.text("--target", "COLUMN", options.target,
             "column to predict, by name or 0-based index; without it the last one");
  flags.list("--drop", "COLUMNS", options.drop, "columns that are not inputs: a,b or repeated");
  flags.list("--categorical", "COLUMNS", options.categorical, "columns that are categories despite their digits");
  flags.text("--weight", "COLUMN", options.weight, "column that says how often its row counts; without it once");
}

// "--likelihood NAME", where there is one.
std::string likelihoods_with_bound() {
  std::string text;
  for (const Likelihood& likelihood : all_likelihoods())
    if (likelihood->has_bound) text += fmt::format("{}--likelihood {}", text.empty() ? "" : " or ", likelihood->name);
  return text;
}

void add_likelihood_flags(Flags& flags, FitOptions& options) {
  std::string names, help = "what the target is: ";
  for (const Likelihood& likelihood : all_likelihoods()) {
    fmt::format_to(std::back_inserter(names), "{}{}", names.empty() ? "" : "|", likelihood->name);
    fmt::format_to(std::back_inserter(help), "{}{} ({})", names == likelihood->name ? "" : ", ", likelihood->help,
                   likelihood->name);
  }
  const auto set = [&options](const std::string& text) { options.likelihood = Likelihood(text); };
  flags.value("--likelihood", names, std::string(options.likelihood->name), set, help);
  flags.word(
      "--bound", options.bound,
      "of classes: how their likelihood is bounded; taylor: the paper's, tilted: tighter for most rows, quadratic: the "
      "one of Jaakkola and Jordan, the fastest. Draws are the same with each; only their ELBO is not");
}

void add_model_flags(Flags& flags, FitOptions& options) {
  flags.word(
      "--hyperparameters", options.hyperparameters,
      "metric: lengthscales and directions of the inputs from up to 16,000 rows, noise and prior scale from all rows; "
      "evidence: lengthscales from 1000 rows, as in the first edition; pilot: everything from these, as in the paper");
  const auto set_levels = [&options](const std::string& text) { options.levels = num_levels_of(text); };
  flags.value(
      "--levels", "auto|N", options.levels == 0 ? "auto" : std::to_string(options.levels), set_levels,
      "levels of each weight: as many as the uncertainty needs, 15 (4 bits), 255 or 65535 (auto; elsewhere than "
      "with draws on learned supports 15); or 2 to 256, with draws on learned supports 3 to 65535");
  const auto set_bits = [&options](const std::string& text) { options.levels = levels_of_bits(text); };
  flags.value("--bits", "N", "", set_bits, "the same as --levels with 2^N - 1");
  flags.exclude("--bits", "--levels");
  flags.text(
      "--support", "auto|learned|learned-shared|pow2|LO:HI|V1,V2,...|@FILE", options.support,
      "the levels of the weights: evenly spaced about zero (auto); learned for each weight, or one grid for all; "
      "zero and powers of two; a range; a list; or a file with a list for each weight, one a line");
  flags.word(
      "--prior", options.prior,
      "prior of the weights over their levels; spike-slab: zero, or a Gaussian that is wider for it. Draws see only "
      "the scale of a prior, the other posteriors all of it");
  flags.number("--spike", "P", options.spike, "of a spike-slab prior: how probable it is that a weight is zero");
  flags.text("--prior-scale", "auto|STD", options.prior_scale, "standard deviation of the prior");
  flags.text("--prior-mixture", "none|WEIGHT:FACTOR,...", options.prior_mixture,
             "several prior scales instead of one: each a factor of --prior-scale, with its probability; which of them "
             "it is, is the same for all weights");
  flags.word("--prior-bound", options.prior_bound,
             "how a prior mixture enters: bounded with its own probabilities (jensen), with those that the weights "
             "suggest (responsibility), or by samples without a bias");
  flags.text(
      "--noise", "auto|VAR|LO:HI:COUNT", options.noise,
      "variance of the noise in squared units of the target, or the dispersion of a likelihood that has one: one "
      "value or a logarithmic grid");
}

void add_sparsity_flags(Flags& flags, FitOptions& options) {
  flags.group("Sparsity");
  const auto set = [&options](const std::string& text) { options.max_active_features = max_active_features_of(text); };
  flags.value("--max-active-features", "all|auto|K", "all", set,
              "leave out all but K features (Fourier features in pairs), or all that the evidence does not pay for "
              "(auto): their weights are zero and need not be computed");
  flags.number(
      "--target-sparsity", "S", options.target_sparsity,
      "share of the weights that are zero, at least, below 1: by a spike in the prior, and of draws by leaving "
      "features out; 0 asks for nothing. The report says what either costs on the training rows; cv and "
      "evaluate say it of others");
}

void add_posterior_flags(Flags& flags, FitOptions& options) {
  flags.group("Posterior");
  flags.word(
      "--posterior", options.posterior,
      "mean-field: independent weights; mixture: several of these, trained together; draws: weight vectors drawn "
      "in full precision and rounded to the levels, for intervals like those of full precision");
  const auto set = [&options](const std::string& text) { options.components = num_components_of(text); };
  flags.value(
      "--components", "N", default_components(options), set,
      "of the mixture; deviations about the centre of learned supports; or draws on other supports (even); 1 to "
      "1000");
  flags.word(
      "--law", options.law,
      "how draws on learned supports predict: one Student's t about the centre, or the mixture of a Gaussian for "
      "each draw");
  flags.word("--entropy", options.entropy,
             "how training knows the spread of a mixture: by one of two bounds (taylor, the paper's; pairwise), or by "
             "samples; exact is for one component");
}

void add_search_flags(Flags& flags, FitOptions& options) {
  flags.group("Search");
  flags.word("--optimizer", options.optimizer,
             "auto: coordinate ascent from good starts; best: these and L-BFGS compete; ascent: coordinate ascent from "
             "the prior; lbfgs: the paper's method; adam: small batches of rows, of likelihoods other than gaussian");
  flags.number("--max-iterations", "N", options.max_iterations,
               "sweeps, L-BFGS iterations, or passes of adam, at most");
  flags.number("--tolerance", "NATS", options.tolerance, "gain per row at which a fit has converged");
  add_seed_flag(flags, options);
}

// A flag that was given in vain.
void refuse_flag(const std::function<std::string()>& given, bool in_vain, const std::string& reason) {
  const std::string flag = given();
  if (in_vain && !flag.empty()) throw Error(ErrorKind::usage, flag + ": " + reason);
}

}  // namespace

void add_file_flags(Flags& flags, DataOptions& options) {
  flags.group("Data");
  flags.word("--header", options.header, "whether the first line names the columns");
  const std::string default_text = options.delimiter == 0 ? "auto" : std::string(1, options.delimiter);
  const auto set = [&options](const std::string& text) { options.delimiter = delimiter_of(text); };
  flags.value("--delimiter", "CHAR", default_text, set, "what separates cells: auto, tab or a character");
}

void add_model_and_data(Flags& flags, std::string& model_path, std::vector<std::string>& paths, DataOptions& options) {
  add_model_file(flags, model_path);
  add_data_files(flags, paths);
  add_file_flags(flags, options);
}

void add_data_flags(Flags& flags, DataOptions& options) {
  flags.group("Data");
  add_columns_flags(flags, options);
  flags.word("--missing", options.missing, "what to do with an empty cell");
  flags.word("--unseen", options.unseen, "what to do with a category that training did not see");
  add_file_flags(flags, options);
}

void add_exposure_flag(Flags& flags, DataOptions& options) {
  flags.group("Data");
  flags.text("--exposure", "COLUMN", options.exposure,
             "column that expected counts are in proportion to, such as a time or a population");
}

Completion add_feature_flags(Flags& flags, FitOptions& options) {
  flags.group("Model");
  flags.word(
      "--model", options.model,
      "linear: in the features; network: of the inputs, its hidden neurons square what they sum up. A network has "
      "--features linear, --support auto and --posterior mean-field unless told otherwise");
  const auto set_hidden = [&options](const std::string& text) { options.hidden = widths_of(text); };
  flags.value("--hidden", "N,...", "", set_hidden, "of a network: neurons of each hidden layer, from the inputs on");
  flags.text("--memory", "SIZE", options.memory,
             "of a network: the most that its statistics and terms may take, such as 500MB; a larger one is refused");
  flags.word(
      "--features", options.features,
      "fourier: random Fourier features; trained: a few cosines whose frequencies are learned, beside the inputs, for "
      "small models; linear: 1 and the inputs; given: the columns as they are, nothing scaled");
  const auto set_count = [&options](const std::string& text) { options.num_features = num_features_of(text); };
  flags.value(
      "--num-features", "auto|N", options.num_features == 0 ? "auto" : std::to_string(options.num_features), set_count,
      "how many Fourier features, even; or four for each row, from 256 to 2000 (auto). Of trained features: how "
      "many cosines; or 64, and more while held-out rows gain by them (auto)");
  const auto set_bits = [&options](const std::string& text) { options.feature_bits = feature_bits_of(text); };
  flags.value("--feature-bits", "auto|0|8|12",
              options.feature_bits == automatic_feature_bits ? "auto" : std::to_string(options.feature_bits), set_bits,
              "Fourier features in integers, whose sums are exact: of 8 bits, or of 12 where 8 cost accuracy (auto); "
              "0: in floating point");
  return [&options, count = flags.first_given({"--num-features"}), features = flags.first_given({"--features"}),
          support = flags.first_given({"--support"}), posterior = flags.first_given({"--posterior"}),
          memory = flags.first_given({"--memory"}), fourier = flags.first_given({"--num-features", "--feature-bits"})] {
    refuse_flag(memory, options.model != ModelKind::network, "is that of a network; expected --model network");
    const bool has_count = options.features == FeatureKind::fourier || options.features == FeatureKind::trained;
    refuse_flag(
        count, options.model != ModelKind::network && !has_count,
        "is that of Fourier or trained features; --features " + word_of(options.features) + " has as many as the data");
    if (options.model != ModelKind::network) return;
    refuse_flag(fourier, true, "is that of Fourier features, which a network has none of; leave it out");
    const FitOptions defaults = network_options(options.hidden);
    if (features().empty()) options.features = defaults.features;
    if (support().empty()) options.support = defaults.support;
    if (posterior().empty()) options.posterior = defaults.posterior;
  };
}

void add_seed_flag(Flags& flags, FitOptions& options) {
  flags.number("--seed", "N", options.seed, "the same seed gives the same bytes");
}

Check add_fit_flags(Flags& flags, FitOptions& options) {
  const Completion complete = add_feature_flags(flags, options);
  add_likelihood_flags(flags, options);
  add_model_flags(flags, options);
  add_sparsity_flags(flags, options);
  add_posterior_flags(flags, options);
  add_search_flags(flags, options);
  add_threads_flag(flags, options.threads);
  return [&options, complete, spike = flags.first_given({"--spike"}), entropy = flags.first_given({"--entropy"}),
          prior_bound = flags.first_given({"--prior-bound"}), bound = flags.first_given({"--bound"}),
          optimizer = flags.first_given({"--optimizer"}), levels = flags.first_given({"--levels", "--bits"})] {
    complete();
    if (has_support_file(options)) options.support_levels = read_support(options.support.substr(1));
    check(options);
    refuse_flag(spike, options.prior != PriorKind::spike_slab,
                "is that of a spike-slab prior; expected --prior spike-slab, found " + word_of(options.prior));
    refuse_flag(entropy, options.posterior != PosteriorKind::mixture,
                "is that of a mixture; expected --posterior mixture, found " + word_of(options.posterior));
    refuse_flag(optimizer, options.posterior == PosteriorKind::draws,
                "draws are not searched for; expected --posterior mean-field or mixture");
    refuse_flag(levels, has_support_file(options) || options.support.find(',') != std::string::npos,
                "the levels are those that --support lists; expected one of the two");
    refuse_flag(prior_bound, options.prior_mixture == "none",
                "is that of a mixture; expected a --prior-mixture, found none");
    refuse_flag(
        bound, !options.likelihood->has_bound,
        fmt::format("is that of classes; expected {}, found {}", likelihoods_with_bound(), options.likelihood->name));
  };
}

std::vector<std::string> map_flags() {
  return {"--target", "--drop",       "--categorical", "--weight",       "--exposure",     "--missing",
          "--unseen", "--likelihood", "--features",    "--num-features", "--feature-bits", "--seed"};
}

void add_threads_flag(Flags& flags, int& threads) {
  const auto set = [&threads](const std::string& text) { threads = num_threads(text); };
  flags.value("--threads", "N", std::to_string(threads), set, "never changes a result; 0 means all cores");
}

}  // namespace direct
