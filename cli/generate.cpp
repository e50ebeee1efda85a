// SPDX-License-Identifier: MIT
// direct generate: a synthetic data set with a known truth.
#include <memory>

#include <direct/data.h>

#include "command.h"
#include "flags.h"
#include "output.h"

namespace direct {
namespace {

constexpr const char* examples = R"(Examples:
  direct generate sensor --rows 2000 --seed 1 -o sensor.csv
  direct generate sensor --rows 5

Kinds: sensor, a gas sensor that also answers to humidity and temperature.)";

struct Arguments {
  std::string kind;
  std::size_t rows = 1000;
  std::uint64_t seed = 0;
  std::string output_path;
};

ExitCode run(const Arguments& arguments) {
  generate(arguments.kind, arguments.rows, arguments.seed, arguments.output_path);
  return exit_ok;
}

}  // namespace

Action add_generate(CLI::App& command) {
  auto arguments = std::make_shared<Arguments>();
  command.footer(examples);
  command.add_option("KIND", arguments->kind, "what to generate")->type_name("")->required();
  add_number(command, "--rows", "N", arguments->rows, "how many rows");
  add_number(command, "--seed", "N", arguments->seed, "the same seed gives the same rows");
  add_text(command, "-o,--output", "FILE", arguments->output_path, "where the CSV goes; without it stdout");
  return [arguments] { return run(*arguments); };
}

}  // namespace direct
