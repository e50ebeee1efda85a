// SPDX-License-Identifier: MIT
// direct export: a model in, one C header out that predicts on a chip.
#include <cstdio>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include <direct/deploy.h>
#include <direct/error.h>

#include "command.h"
#include "device_measurement.h"
#include "export_report.h"
#include "flags.h"
#include "form_choice.h"
#include "header_name.h"
#include "interruption.h"
#include "output.h"
#include "progress_line.h"
#include "reporting.h"

namespace direct {
namespace {

constexpr const char* export_examples = R"(Examples:
  direct export model.direct -o airflow.h
  direct export model.direct -o airflow.h --draws 16 --encoding gap --report
  direct export model.direct -o airflow.h --optimize speed --chip avr
  direct export model.direct -o - --name airflow --no-measure | less

The header is C99 and needs <stdint.h> only: integers, no floating point, no memory but the stack.
airflow_predict() gives mean, std_model and std_total as integers over 2^bits, airflow_draws() what
every draw says (mean + and - each deviation of an ensemble), airflow_interval(), airflow_quantile(), and airflow_selftest() tells whether a chip
computes what this machine does. direct predict --integer and evaluate --integer with as many
--draws say the same as the chip. Where the compilers and emulators are installed, the instructions
of a prediction are measured. docs/device.md has the arithmetic, and how to choose.)";

struct ExportArguments {
  std::string model_path;
  std::string output_path;
  std::optional<std::string> name;
  IntegerOptions integer;
  FormWish wish;
  bool no_measure = false;
  bool report = false;
  Reporting reporting;
};

// A report has standard output for itself.
void check_export_output(const ExportArguments& arguments) {
  const bool prints = arguments.report || arguments.reporting.json;
  if (arguments.output_path.empty() || prints) {
    check_result_file(arguments.output_path, "the header", "model.h", {arguments.model_path});
  } else {
    check_output_file(arguments.output_path, {arguments.model_path});
  }
}

// What is measured is a header of another name: some names are macros of a chip's own headers.
std::string measured_header(const ExportArguments& arguments, DeviceExport& device) {
  HeaderOptions options{.name = "measured_model", .form = device.choice.form};
  if (!arguments.no_measure) {
    device.measurements = measure(c_header(device.model, options), options.name);
    stop_if_interrupted();
  }
  options.name = device.name;
  options.measurements = device.measurements;
  return c_header(device.model, options);
}

// A level beyond what the calibration of a model knows is an error here as it is in predict.
IntegerModel integer_model_of(const TrainedModel& model, const IntegerOptions& options) {
  if (model.calibration) interval_scale(*model.calibration, options.interval);
  return integer_model(model, options);
}

DeviceExport exported(const ExportArguments& arguments) {
  const std::string name = header_name(arguments.name, arguments.output_path);
  const TrainedModel model = load_model(arguments.model_path);
  DeviceExport device{.path = arguments.output_path,
                      .name = name,
                      .model = integer_model_of(model, arguments.integer),
                      .choice = {},
                      .measurements = {},
                      .interval_warnings = interval_warnings(model)};
  ProgressLine line(arguments.reporting.quiet);
  device.choice = choose_form(device.model, arguments.wish, !arguments.no_measure);
  const std::string header = measured_header(arguments, device);
  Output output(arguments.output_path);
  output.write(header);
  output.commit();
  return device;
}

ExitCode run_export(const ExportArguments& arguments) {
  check_export_output(arguments);
  const DeviceExport device = exported(arguments);
  const Reporting& reporting = arguments.reporting;
  if (reporting.json) {
    print(to_json(device));
    return exit_ok;
  }
  say_interval_warnings(device.interval_warnings);
  if (!reporting.quiet) fmt::print(stderr, "{}", summary_text(device));
  say_warnings(reporting, device.model.warnings);
  if (arguments.report) print(table_text(device));
  return exit_ok;
}

void set_level(double& level, const std::string& text) {
  level = number_of<double>("--interval", text);
  if (level > 0.0 && level < 1.0) return;
  throw Error(ErrorKind::usage, fmt::format("--interval: expected a number between 0 and 1, found {}", text));
}

}  // namespace

Action add_export(Flags& flags) {
  auto arguments = std::make_shared<ExportArguments>();
  flags.footer(export_examples);
  add_model_file(flags, arguments->model_path);
  IntegerOptions& integer = arguments->integer;
  flags.number("--draws", "S", integer.draws, "how many draws, or deviations of an ensemble, the header holds");
  flags.number("--seed", "N", integer.seed, "of the draws, where the posterior is not a set of draws itself");
  flags.value(
      "--interval", "LEVEL", fmt::format("{}", integer.interval),
      [&integer](const std::string& text) { set_level(integer.interval, text); }, "the level of the interval");
  FormWish& wish = arguments->wish;
  flags.word("--encoding", wish.encoding,
             "how the codes of the draws are stored; auto: what --optimize finds best, by bounds unless --optimize or "
             "--chip is given");
  flags.value(
      "--optimize", word_list<Aim>(), word_of(wish.any_aim()),
      [&wish](const std::string& text) { wish.aim = value_of<Aim>("--optimize", text); },
      "the fewest bytes of flash, the fewest instructions, or the least product of both: a quarter fewer instructions "
      "are worth a third more flash");
  flags.value(
      "--chip", word_list<Chip>(), word_of(wish.any_chip()),
      [&wish](const std::string& text) { wish.chip = value_of<Chip>("--chip", text); },
      "on which; measured where its compiler and emulator are installed");
  flags.group("Output");
  flags.text("-o,--output", "FILE", arguments->output_path, "where the header goes; - is standard output");
  flags.value(
      "--name", "NAME", "", [&name = arguments->name](const std::string& text) { name = text; },
      "the prefix of what the header defines, a C identifier; without it that of FILE");
  flags.on("--no-measure", arguments->no_measure, "bounds in place of measurements, also where there are compilers");
  flags.on("--report", arguments->report, "print bounds, costs of every encoding, ranges of the inputs, measurements");
  add_json_flag(flags, arguments->reporting);
  add_quiet_flag(flags, arguments->reporting);
  return [arguments](const Ranks&) { return run_export(*arguments); };
}

}  // namespace direct
