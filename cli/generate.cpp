// SPDX-License-Identifier: MIT
// direct generate: a synthetic data set with a known truth.
#include <memory>
#include <ostream>
#include <streambuf>

#include <direct/data.h>
#include <direct/synthetic.h>

#include "command.h"
#include "flags.h"
#include "interruption.h"
#include "output.h"

namespace direct {
namespace {

constexpr const char* generate_examples = R"(Examples:
  direct generate sensor --rows 2000 --seed 1 -o sensor.csv
  direct generate sensor --rows 5
  direct generate electric --rows 2049280 --seed 1 -o electric.csv
  direct generate pumps --rows 1000 --seed 1 -o pumps.csv
  direct generate calibration --rows 4000 --seed 1 -o calibration.csv

Kinds: sensor, a gas sensor that also answers to humidity and temperature (noise 2 ppm);
electric, the power that a household draws, from 11 inputs (noise 0.1 kW); pumps, with three
targets: failed (no or yes), alarms (a count in proportion to hours) and repair_minutes (positive);
calibration, an infrared gas sensor read by a 12-bit ADC (noise 1 ppm); battery, state of health
in percent from 12 inputs (noise 0.5).)";

struct GenerateArguments {
  std::string kind;
  std::size_t rows = 1000;
  std::uint64_t seed = 0;
  std::string output_path;
};

class OutputBuffer : public std::streambuf {
 public:
  explicit OutputBuffer(Output& output) : output_(output) {}

 protected:
  std::streamsize xsputn(const char* text, std::streamsize count) override {
    output_.write({text, static_cast<std::size_t>(count)});
    return count;
  }
  int_type overflow(int_type c) override {
    const char text = traits_type::to_char_type(c);
    output_.write({&text, 1});
    return c;
  }

 private:
  Output& output_;
};

ExitCode run_generate(const GenerateArguments& arguments) {
  catch_interrupts();
  Output output(arguments.output_path);
  OutputBuffer buffer(output);
  std::ostream stream(&buffer);
  stream.exceptions(std::ios::badbit);  // an exception from the buffer passes through
  generate(arguments.kind, arguments.rows, arguments.seed, stream);
  output.commit();
  return exit_ok;
}

}  // namespace

Action add_generate(Flags& flags) {
  auto arguments = std::make_shared<GenerateArguments>();
  flags.footer(generate_examples);
  flags.argument("KIND", arguments->kind, "what to generate");
  flags.number("--rows", "N", arguments->rows, "how many rows");
  flags.number("--seed", "N", arguments->seed, "the same seed gives the same rows");
  flags.text("-o,--output", "FILE", arguments->output_path, "where the CSV goes; without it stdout");
  return [arguments](const Ranks&) { return run_generate(*arguments); };
}

}  // namespace direct
