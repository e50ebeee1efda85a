// SPDX-License-Identifier: MIT
// direct tune: what models of fewer features, levels and weights cost.
#include <algorithm>
#include <memory>

#include <direct/tune.h>

#include "command.h"
#include "fit_options.h"
#include "flags.h"
#include "fold_flags.h"
#include "json.h"
#include "output.h"
#include "progress_line.h"
#include "reporting.h"
#include "tune_table.h"

namespace direct {
namespace {

constexpr const char* tune_examples = R"(Examples:
  direct tune data.csv --target price
  direct tune data.csv --target price --try-levels 3,15 --try-features 256,512 --try-sparsity 0,0.8
  direct tune data.csv --target price --support learned --try-levels 3,7,15 --json

Each point is cross-validated. Every fold learns scaling, features and hyperparameters from its own
training rows, whose sums serve all points. --shared learns them once for all folds, from one pass
over the data: faster, and somewhat optimistic. No other point is better than one that is marked * in rmse, nll or bytes without being worse in another.)";

// A flag of direct fit, and what tune has in its place.
struct Replacement {
  const char* flag;
  const char* instead;
};
constexpr Replacement replacements[] = {{"--levels", "--try-levels"},
                                        {"--bits", "--try-levels"},
                                        {"--num-features", "--try-features"},
                                        {"--target-sparsity", "--try-sparsity"},
                                        {"--max-active-features", "--try-sparsity"}};

struct TuneArguments {
  std::vector<std::string> paths;
  DataOptions data;
  FitOptions fit;
  Check check_fit, check_flags, check_likelihood;
  std::function<std::string()> sparsity_given;
  TuneOptions tune;
  Reporting reporting;
};

// The flags stay known, so that whoever gives one hears what to give instead.
Check without_replaced(Flags& flags) {
  std::vector<Check> checks;
  for (const auto& [flag, instead] : replacements) {
    flags.hide(flag);
    checks.push_back([given = flags.first_given({flag}), expected = instead] {
      if (const std::string found = given(); !found.empty())
        throw Error(ErrorKind::usage, fmt::format("{}: is what tune varies; expected {}", found, expected));
    });
  }
  return [checks] {
    for (const Check& check : checks) check();
  };
}

Check without_likelihoods(Flags& flags, const FitOptions& options) {
  for (const char* flag : {"--likelihood", "--bound"}) flags.hide(flag);
  return [&options, bound = flags.first_given({"--bound"})] {
    const bool other = options.likelihood != Likelihood::gaussian;
    if (other || !bound().empty())
      throw Error(ErrorKind::usage,
                  fmt::format("{}: tune compares models of gaussian likelihood only; direct cv scores others",
                              other ? "--likelihood" : "--bound"));
  };
}

template <typename Number>
std::vector<Number> numbers_of(const std::string& flag, const std::string& text) {
  std::vector<Number> numbers;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    numbers.push_back(number_of<Number>(flag, text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return numbers;
}

template <typename Number>
void add_numbers(Flags& flags, const std::string& flag, std::vector<Number>& field, const std::string& default_text,
                 const std::string& help) {
  const auto set = [&field, flag](const std::string& text) { field = numbers_of<Number>(flag, text); };
  flags.value(flag, "N,...", default_text, set, help);
}

void add_grid_flags(Flags& flags, TuneOptions& tune, const FitOptions& fit) {
  flags.group("What to try");
  add_numbers(flags, "--try-levels", tune.levels, fmt::format("{}", fmt::join(tune.levels, ",")),
              "levels of each weight, 2 to 256, with draws on learned supports 3 to 65535");
  add_numbers(flags, "--try-features", tune.num_features,
              fmt::format("{}, a half, a quarter, an eighth",
                          fit.num_features == 0 ? "auto" : std::to_string(fit.num_features)),
              "how many Fourier features, in fours (of --feature-bits 0 in pairs)");
  add_numbers(flags, "--try-sparsity", tune.sparsity, fmt::format("{}", fmt::join(tune.sparsity, ",")),
              "share of the weights that are zero, at least, below 1; 0 asks for nothing");
}

Tuning tuning(const TuneArguments& arguments) {
  const Dataset dataset = open_dataset(arguments.paths, arguments.data);
  ProgressLine line(arguments.reporting.quiet);
  FitOptions options = arguments.fit;
  options.progress = line.callback();
  return tune(dataset, options, arguments.tune);
}

// Independent weights have no zeros on learned grids: there is nothing to vary.
void adapt_defaults(TuneArguments& arguments) {
  if (arguments.sparsity_given().empty() && is_learned(arguments.fit) &&
      arguments.fit.posterior != PosteriorKind::draws)
    arguments.tune.sparsity = {0.0};
}

ExitCode run_tune(TuneArguments& arguments) {
  adapt_defaults(arguments);
  arguments.check_flags();
  arguments.check_likelihood();
  arguments.check_fit();
  check(arguments.fit, arguments.tune);
  const Tuning result = tuning(arguments);
  print(arguments.reporting.json ? to_json(result) : to_text(result));
  say_notes(arguments.reporting, result.notes);
  return std::ranges::all_of(result.points, &TunePoint::converged) ? exit_ok : exit_not_converged;
}

}  // namespace

Action add_tune(Flags& flags) {
  auto arguments = std::make_shared<TuneArguments>();
  flags.footer(tune_examples);
  add_data_files(flags, arguments->paths);
  add_grid_flags(flags, arguments->tune, arguments->fit);
  arguments->sparsity_given = flags.first_given({"--try-sparsity"});
  add_fold_flags(flags, arguments->tune.cv);
  add_data_flags(flags, arguments->data);
  arguments->check_fit = add_fit_flags(flags, arguments->fit);
  arguments->check_flags = without_replaced(flags);
  arguments->check_likelihood = without_likelihoods(flags, arguments->fit);
  flags.group("Output");
  add_json_flag(flags, arguments->reporting);
  add_quiet_flag(flags, arguments->reporting);
  return [arguments](const Ranks&) { return run_tune(*arguments); };
}

}  // namespace direct
