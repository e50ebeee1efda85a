// SPDX-License-Identifier: MIT
// direct tune: what models of fewer features, levels and weights cost.
#include <algorithm>
#include <memory>

#include <direct/budget.h>
#include <direct/tune.h>

#include "budget_view.h"
#include "command.h"
#include "fit_options.h"
#include "flags.h"
#include "fold_flags.h"
#include "form_choice.h"
#include "gathering.h"
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
  direct tune data.csv --target price --flash 4KB --instructions 5000 --chip cortex-m3

Each point is cross-validated. Every fold learns scaling, features and hyperparameters from its own
training rows, whose sums serve all points. --shared learns them once for all folds, from one pass
over the data: faster, and somewhat optimistic. No other point is better than one that is marked * in rmse, nll or bytes without being worse in another.

With a budget (--flash, --ram, --instructions) it is models on a chip that are compared, as the chip
computes them: features that are trained or chosen, 8 to 128 of them, with 4 or 8 deviations, in the
forms of direct export. Last comes the command that makes the best of them.)";

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

// The library names the options that tune varies; these are the flags that set them.
constexpr std::pair<std::string_view, const char*> varied[] = {{"`levels`:", "--try-levels:"},
                                                               {"`num_features`:", "--try-features:"},
                                                               {"`sparsity`:", "--try-sparsity:"},
                                                               {"`target_sparsity`:", "--try-sparsity:"}};

struct TuneArguments {
  std::vector<std::string> paths;
  DataOptions data;
  FitOptions fit;
  Completion complete, check_flags, check_likelihood;
  std::function<std::string()> sparsity_given;
  TuneOptions tune;
  BudgetOptions budget;
  std::function<std::string()> levels_given, chip_given, features_given, given;
  Reporting reporting;
};

// The flags stay known, so that whoever gives one hears what to give instead.
Completion without_replaced(Flags& flags) {
  std::vector<Completion> checks;
  for (const auto& [flag, instead] : replacements) {
    flags.hide(flag);
    checks.push_back([given = flags.first_given({flag}), expected = instead] {
      if (const std::string found = given(); !found.empty())
        throw Error(ErrorKind::usage, fmt::format("{}: is what tune varies; expected {}", found, expected));
    });
  }
  return [checks] {
    for (const Completion& check : checks) check();
  };
}

Completion without_likelihoods(Flags& flags, const FitOptions& options) {
  for (const char* flag : {"--likelihood", "--bound"}) flags.hide(flag);
  return [&options, bound = flags.first_given({"--bound"})] {
    const bool other = !options.likelihood->is_gaussian;
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
              "how many Fourier features, in fours or, of --feature-bits 0, in pairs; or trained cosines");
  add_numbers(flags, "--try-sparsity", tune.sparsity, fmt::format("{}", fmt::join(tune.sparsity, ",")),
              "share of the weights that are zero, at least, below 1; 0 asks for nothing");
}

std::size_t bytes_of(const std::string& flag, const std::string& text) {
  const std::size_t letters = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::string unit = text.substr(letters);
  const double factor = unit.empty() || unit == "B" ? 1.0 : unit == "KB" ? 1000.0 : unit == "KiB" ? 1024.0 : 0.0;
  const double bytes = factor * number_of<double>(flag, text.substr(0, letters));
  if (!(bytes >= 1.0 && bytes <= 1e9))
    throw Error(ErrorKind::usage,
                fmt::format("{}: expected a size such as 900, 4KB or 4KiB, found \"{}\"", flag, text));
  return static_cast<std::size_t>(bytes);
}

void add_budget_flags(Flags& flags, BudgetOptions& options) {
  flags.group("A budget on a chip");
  Budget& budget = options.budget;
  const auto add_bytes = [&](const char* flag, std::size_t& field, const char* help) {
    flags.value(
        flag, "SIZE", "", [&field, flag](const std::string& text) { field = bytes_of(flag, text); }, help);
  };
  add_bytes("--flash", budget.flash_bytes, "the most bytes of tables and code of a prediction, such as 4KB");
  add_bytes("--ram", budget.ram_bytes, "the most bytes of memory that a prediction takes");
  flags.value(
      "--instructions", "N", "",
      [&budget](const std::string& text) { budget.instructions = number_of<std::size_t>("--instructions", text); },
      "the most instructions of a prediction, of an AVR cycles");
  flags.word("--chip", options.chip, "on which; measured where its compiler and emulator are installed");
}

Tuning tuning(const TuneArguments& arguments) {
  const Dataset dataset = open_for_fit(arguments.paths, arguments.data, arguments.fit);
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

bool has_budget(const TuneArguments& arguments) {
  const Budget& budget = arguments.budget.budget;
  return budget.flash_bytes + budget.ram_bytes + budget.instructions > 0;
}

void check_budget_flags(const TuneArguments& arguments) {
  const auto refuse = [](const std::string& flag, const char* why) {
    if (!flag.empty()) throw Error(ErrorKind::usage, fmt::format("{}: {}", flag, why));
  };
  if (!has_budget(arguments)) {
    refuse(arguments.chip_given(), "is that of a budget; expected --flash, --ram or --instructions, too");
    return;
  }
  refuse(arguments.sparsity_given(), "a budget has no use for it; leave it out");
  if (arguments.tune.cv.shared) refuse("--shared", "each fold learns its own features within a budget; leave it out");
}

// What was given of the grid is tried, and else what a budget tries by itself.
BudgetOptions budget_options(const TuneArguments& arguments) {
  BudgetOptions budget = arguments.budget;
  budget.cv = arguments.tune.cv;
  if (!arguments.features_given().empty()) budget.features = {arguments.fit.features};
  if (!arguments.levels_given().empty()) budget.levels = arguments.tune.levels;
  if (!arguments.tune.num_features.empty()) budget.num_features = arguments.tune.num_features;
  budget.measure = [](const IntegerModel& model, const std::vector<DeviceForm>& forms, Chip chip) {
    return measured_costs(model, forms, chip);
  };
  return budget;
}

ExitCode run_budget(const TuneArguments& arguments) {
  const Dataset dataset = open_for_fit(arguments.paths, arguments.data, arguments.fit);
  FitOptions options = arguments.fit;
  const BudgetSearch search = [&] {
    ProgressLine line(arguments.reporting.quiet);
    options.progress = line.callback();
    return search_within(dataset, options, budget_options(arguments));
  }();
  const Chip chip = arguments.budget.chip;
  const std::string commands = commands_of(search, arguments.given(), chip);
  print(arguments.reporting.json ? to_json(search, commands, chip) : to_text(search, commands, chip));
  say_notes(arguments.reporting, search.notes);
  return exit_ok;
}

ExitCode run_tune(TuneArguments& arguments) {
  check_budget_flags(arguments);
  if (has_budget(arguments)) {
    arguments.check_flags();
    arguments.check_likelihood();
    arguments.complete();
    return run_budget(arguments);
  }
  adapt_defaults(arguments);
  arguments.check_flags();
  arguments.check_likelihood();
  arguments.complete();
  check(arguments.fit, arguments.tune);
  const Tuning result = tuning(arguments);
  print(arguments.reporting.json ? to_json(result) : to_text(result));
  say_notes(arguments.reporting, result.notes);
  return std::ranges::all_of(result.points, &TunePoint::converged) ? exit_ok : exit_not_converged;
}

template <typename Work>
auto with_varied_flags(const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    const std::string_view message = error.what();
    for (const auto& [option, flag] : varied)
      if (message.starts_with(option)) throw Error(error.kind(), flag + std::string(message.substr(option.size())));
    throw;
  }
}

}  // namespace

Action add_tune(Flags& flags) {
  auto arguments = std::make_shared<TuneArguments>();
  flags.footer(tune_examples);
  add_data_files(flags, arguments->paths);
  add_grid_flags(flags, arguments->tune, arguments->fit);
  arguments->sparsity_given = flags.first_given({"--try-sparsity"});
  arguments->levels_given = flags.first_given({"--try-levels"});
  arguments->chip_given = flags.first_given({"--chip"});
  arguments->features_given = flags.first_given({"--features"});
  arguments->given =
      flags.given_without({"--features", "--try-levels", "--try-features", "--folds", "--fold-masks", "--per-fold",
                           "--flash", "--ram", "--instructions", "--chip", "--json", "--quiet"});
  add_budget_flags(flags, arguments->budget);
  add_fold_flags(flags, arguments->tune.cv);
  add_data_flags(flags, arguments->data);
  arguments->complete = add_fit_flags(flags, arguments->fit);
  arguments->check_flags = without_replaced(flags);
  arguments->check_likelihood = without_likelihoods(flags, arguments->fit);
  flags.group("Output");
  add_json_flag(flags, arguments->reporting);
  add_quiet_flag(flags, arguments->reporting);
  return [arguments](const Ranks&) { return with_varied_flags([&] { return run_tune(*arguments); }); };
}

}  // namespace direct
