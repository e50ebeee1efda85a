// SPDX-License-Identifier: MIT
// The edge: arguments in, exit code out. Every exception becomes one line on stderr here and nowhere else; of several
// ranks only one speaks, and all have the same exit code.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <map>
#include <new>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <direct/error.h>

#include "command.h"
#include "json.h"
#include "option_flags.h"
#include "output.h"
#include "usage.h"

namespace direct {
namespace {

struct Command {
  const char* name;
  const char* description;
  Action (*add)(Flags&);
  bool is_shared = false;  // among the ranks of an mpirun
};

constexpr Command commands[] = {
    {"fit", "Train a model on rows of data", add_fit, true},
    {"predict", "Predict rows: mean, uncertainty, intervals", add_predict},
    {"evaluate", "Score a model on rows with known targets", add_evaluate},
    {"sample", "Draw weights from the posterior, as codes of a few bits", add_sample},
    {"cv", "Cross-validate: train and score on folds", add_cv},
    {"tune", "Find what fewer features, levels and weights cost", add_tune},
    {"calibrate", "Make intervals hold what they promise", add_calibrate},
    {"check", "Compare a model with full precision: can it be trusted?", add_check},
    {"export", "Write a model as one C header for a chip, in integers", add_export},
    {"prepare", "Learn columns, scaling and features from rows", add_prepare},
    {"accumulate", "Sum up rows in a file of statistics", add_accumulate, true},
    {"merge", "Add files of statistics", add_merge},
    {"update", "Train a model on more rows", add_update},
    {"inspect", "Show what a file of a model, statistics or draws holds", add_inspect},
    {"generate", "Write a synthetic data set", add_generate},
};

constexpr const char* description =
    "Bayesian regression with weights of a few bits: exact inference from sums over the rows.";

constexpr const char* program_examples = R"(Examples:
  direct generate sensor --rows 2000 --seed 1 -o train.csv
  direct fit train.csv --target gas_ppm -o model.direct
  direct predict model.direct new.csv --interval 0.9 > predictions.csv
  direct update model.direct more.csv
  direct export model.direct -o model.h

Exit codes: 0 ok, 1 internal, 2 usage, 3 data, 4 model file, 5 not converged (the model is
written), 6 memory or disk, 130 interrupted. Each command has its own page: direct fit --help)";

ExitCode exit_code(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage:
      return exit_usage;
    case ErrorKind::data:
      return exit_data;
    case ErrorKind::model:
      return exit_model;
    case ErrorKind::resource:
      return exit_resource;
  }
  return exit_internal;
}

// One line, whatever the message holds: a file may have been named or filled by anybody.
void say_error(const std::string& text) {
  std::string message = with_flags(text);
  for (char& c : message) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  fmt::print(stderr, "direct: {}\n", message);
}

void print_version(bool json) {
  if (json) {
    print(version_to_json(DIRECT_VERSION));
  } else {
    print("direct " DIRECT_VERSION "\n");
  }
}

void check_shared(const std::string& name, const Ranks& ranks) {
  const auto named = [&](const Command& command) { return command.name == name; };
  if (ranks.size() == 1 || std::find_if(std::begin(commands), std::end(commands), named)->is_shared) return;
  throw Error(ErrorKind::usage, fmt::format("{} runs as one process: mpirun is for accumulate and fit", name));
}

ExitCode run_command(CLI::App& program, const std::map<const CLI::App*, Action>& actions, bool version, bool json,
                     const Ranks& ranks) {
  const auto parsed = program.get_subcommands();
  if (!parsed.empty()) {
    check_shared(parsed.front()->get_name(), ranks);
    return actions.at(parsed.front())(ranks);
  }
  if (!version) throw Error(ErrorKind::usage, "a command is missing; see direct --help");
  if (ranks.rank() == 0) print_version(json);
  return exit_ok;
}

ExitCode parse_and_run(int argc, char** argv, const Ranks& ranks) {
  CLI::App program(description, "direct");
  program.formatter(help_format());
  program.footer(program_examples);
  program.set_help_flag("-h,--help", "show this page");
  program.require_subcommand(0, 1);
  bool version = false;
  bool json = false;
  program.add_flag("--version", version, "print the version, as JSON with --json");
  program.add_flag("--json", json)->group("");

  std::map<const CLI::App*, Action> actions;
  for (const Command& command : commands) {
    CLI::App* added = program.add_subcommand(command.name, command.description)->group("Commands");
    Flags flags(*added);
    actions[added] = command.add(flags);
  }
  try {
    program.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    if (ranks.rank() == 0) print(program.help());
    return exit_ok;
  } catch (const CLI::ParseError& error) {
    throw Error(ErrorKind::usage, message(program, error));
  }
  return run_command(program, actions, version, json, ranks);
}

struct Ending {
  ExitCode code = exit_ok;
  std::string message = {};  // to be said; empty: nothing
};

Ending ending_of(int argc, char** argv, const Ranks& ranks) {
  try {
    return {parse_and_run(argc, argv, ranks)};
  } catch (const Error& error) {
    return {exit_code(error.kind()), error.what()};
  } catch (const Interrupted&) {
    return {exit_interrupted, "interrupted"};
  } catch (const std::bad_alloc&) {
    return {exit_resource, "out of memory"};
  } catch (const std::exception& error) {
    return {exit_internal, fmt::format("internal error: {}", error.what())};
  }
}

// The lowest rank that failed speaks for all. One that fails where the others cannot know it ends them.
int concluded(const Ending& ending, const Ranks& ranks) {
  const auto codes = ranks.exit_codes(ending.code);
  const auto failed = [](int code) { return code != exit_ok; };
  const bool speaks = !codes || std::find_if(codes->begin(), codes->end(), failed) ==
                                    codes->begin() + static_cast<std::ptrdiff_t>(ranks.rank());
  if (speaks && !ending.message.empty()) say_error(ending.message);
  if (!codes) ranks.abort(ending.code);
  return *std::max_element(codes->begin(), codes->end());
}

int run_on_ranks(int argc, char** argv) {
  try {
    const Ranks ranks;
    return concluded(ending_of(argc, argv, ranks), ranks);
  } catch (const Error& error) {  // of the ranks themselves
    say_error(error.what());
    return exit_code(error.kind());
  }
}

}  // namespace
}  // namespace direct

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_DFL);  // `direct predict ... | head` ends in silence, also where the parent ignores it
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error of write()
  return direct::run_on_ranks(argc, argv);
}
