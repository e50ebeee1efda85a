// SPDX-License-Identifier: MIT
// The edge: arguments in, exit code out. Every exception becomes one line on stderr here and nowhere else.
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
#include "output.h"
#include "usage.h"

namespace direct {
namespace {

struct Command {
  const char* name;
  const char* description;
  Action (*add)(Flags&);
};

constexpr Command commands[] = {
    {"fit", "Train a model on rows of data", add_fit},
    {"predict", "Predict rows: mean, uncertainty, intervals", add_predict},
    {"evaluate", "Score a model on rows with known targets", add_evaluate},
    {"cv", "Cross-validate: train and score on folds", add_cv},
    {"inspect", "Show what a model file holds", add_inspect},
    {"generate", "Write a synthetic data set", add_generate},
};

constexpr const char* description =
    "Bayesian regression with weights of a few bits: exact inference from sums over the rows.";

constexpr const char* examples = R"(Examples:
  direct generate sensor --rows 2000 --seed 1 -o train.csv
  direct fit train.csv --target gas_ppm -o model.direct
  direct predict model.direct new.csv --interval 0.9 > predictions.csv

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
ExitCode fail(ExitCode code, std::string message) {
  for (char& c : message) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  fmt::print(stderr, "direct: {}\n", message);
  return code;
}

void print_version(bool json) {
  if (json) {
    print(version_to_json(DIRECT_VERSION));
  } else {
    print("direct " DIRECT_VERSION "\n");
  }
}

ExitCode run(CLI::App& program, const std::map<const CLI::App*, Action>& actions, bool version, bool json) {
  const auto parsed = program.get_subcommands();
  if (!parsed.empty()) return actions.at(parsed.front())();
  if (!version) throw Error(ErrorKind::usage, "a command is missing; see direct --help");
  print_version(json);
  return exit_ok;
}

ExitCode parse_and_run(int argc, char** argv) {
  CLI::App program(description, "direct");
  program.formatter(help_format());
  program.footer(examples);
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
    print(program.help());
    return exit_ok;
  } catch (const CLI::ParseError& error) {
    throw Error(ErrorKind::usage, message(program, error));
  }
  return run(program, actions, version, json);
}

ExitCode translated(int argc, char** argv) {
  try {
    return parse_and_run(argc, argv);
  } catch (const Error& error) {
    return fail(exit_code(error.kind()), error.what());
  } catch (const Interrupted&) {
    return fail(exit_interrupted, "interrupted");
  } catch (const std::bad_alloc&) {
    return fail(exit_resource, "out of memory");
  } catch (const std::exception& error) {
    return fail(exit_internal, fmt::format("internal error: {}", error.what()));
  }
}

}  // namespace
}  // namespace direct

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_DFL);  // `direct predict ... | head` ends in silence, also where the parent ignores it
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error of write()
  return direct::translated(argc, argv);
}
