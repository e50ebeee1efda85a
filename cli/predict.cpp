// SPDX-License-Identifier: MIT
// direct predict: a model and rows in, a line of CSV out for each row.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include <direct/draws.h>
#include <direct/error.h>
#include <direct/evaluate.h>

#include "command.h"
#include "fit_options.h"
#include "flags.h"
#include "integer_columns.h"
#include "integer_flags.h"
#include "output.h"
#include "prediction_columns.h"
#include "progress_line.h"
#include "reporting.h"
#include "thread_limit.h"

namespace direct {
namespace {

constexpr const char* predict_examples = R"(Examples:
  direct predict model.direct new.csv --interval 0.9 -o predictions.csv
  direct predict model.direct new.csv --quantiles 0.05,0.5,0.95
  tail -n 100 log.csv | direct predict model.direct - --header no
  direct predict model.direct new.csv --integer --draws 8 --interval 0.9

Columns of the output, in units of the target: mean, std_model (what the weights leave open),
std_noise (what every measurement adds), std_total; lower and upper of --interval, which include
the noise; q0.05 and so on of --quantiles; log_density and cdf of --density; sample_0 and so on of
--samples, without the noise. Quantiles are exact, not Gaussian (but of a network, whose mean and
std are exact, those of Gaussians with these). The interval is exact and central,
or, after direct calibrate, mean -+ scale * std_total with a scale from held-out rows. A level that they
are too few to tell is an error; --no-calibration gives the exact interval.
Counts and positive numbers have the same columns, but log_probability for log_density. Classes have
probability (of the second), class, entropy in nats, logit_mean and logit_std; their --interval is
that of the probability: what the weights leave open of it.
--integer is what a chip says that runs the header of direct export with as many --draws, in units
of the target: the interval is mean -+ scale * std_total, quantiles are those of a t, or of its
draws and its noise, and saturated is 1 where an input is beyond the range of the chip. With --raw
the integers themselves: code_0 and so on of the inputs, mean, std_model, std_total, flags, draw_0
and so on; a deviation has two draws, the mean plus and minus it.)";

struct PredictArguments {
  std::string model_path;
  std::vector<std::string> paths;
  DataOptions data;
  std::optional<double> interval;
  bool shortest = false;
  std::vector<std::string> quantiles;
  bool moments = false;
  bool density = false;
  std::string samples;
  std::uint64_t seed = 0;
  bool no_calibration = false;
  IntegerArguments integer;
  bool raw = false;
  std::string output_path;
  int threads = 0;
  Reporting reporting;
};

double probability(const std::string& flag, const std::string& text) {
  const double value = number_of<double>(flag, text);
  if (value >= least_probability && value <= 1.0 - least_probability) return value;
  throw Error(
      ErrorKind::usage,
      fmt::format("{}: expected a number between 0 and 1 (1e-9 away from both at least), found {}", flag, text));
}

ColumnOptions column_options(const PredictArguments& arguments) {
  ColumnOptions options{.moments = arguments.moments,
                        .interval = arguments.interval,
                        .shortest = arguments.shortest,
                        .density = arguments.density};
  for (const std::string& text : arguments.quantiles) {
    const double value = probability("--quantiles", text);
    if (std::ranges::count(options.quantiles, value) > 0)
      throw Error(ErrorKind::usage, fmt::format("--quantiles: expected each probability once, found {} twice", value));
    options.quantiles.push_back(value);
    options.quantile_names.push_back(fmt::format("{}", value));
  }
  if (arguments.shortest && !options.interval)
    throw Error(ErrorKind::usage, "--shortest: which interval? give its level, as in --interval 0.9");
  return options;
}

// Complains before any row is read.
const Calibration* calibration_of(const TrainedModel& model, const PredictArguments& arguments,
                                  const ColumnOptions& options) {
  if (!model.calibration || arguments.no_calibration || !options.interval) return nullptr;
  if (options.shortest)
    throw Error(ErrorKind::usage, "--shortest: the intervals of a calibrated model are central; add --no-calibration");
  if (!supports(*model.calibration, *options.interval))
    throw Error(ErrorKind::usage,
                fmt::format("interval: a calibration on {} rows reaches up to level {}, found {}; --no-calibration has "
                            "no such limit",
                            model.calibration->num_rows, largest_level(*model.calibration), *options.interval));
  return &*model.calibration;
}

// A number of draws, or a file of them.
std::optional<Draws> draws_of(const TrainedModel& model, const PredictArguments& arguments) {
  const std::string& text = arguments.samples;
  if (text.empty()) return std::nullopt;
  if (text.find_first_not_of("0123456789") == std::string::npos) {
    const auto count = number_of<std::size_t>("--samples", text);
    if (count == 0) throw Error(ErrorKind::usage, "--samples: expected at least 1 draw, found 0");
    return sample(model.posterior, model.prior, model.noise, count, arguments.seed);
  }
  if (!std::filesystem::exists(text))
    throw Error(ErrorKind::usage,
                fmt::format("--samples: expected a number of draws or a file of them, found \"{}\"", text));
  Draws draws = load_draws(text);
  if (draws.fingerprint == fingerprint(model.posterior, model.prior)) return draws;
  throw Error(ErrorKind::model,
              fmt::format("{}: the draws are from another model than {}", text, arguments.model_path));
}

void check_predict_output(const PredictArguments& arguments) {
  std::vector<std::string> inputs = arguments.paths;
  inputs.push_back(arguments.model_path);
  inputs.push_back(arguments.samples);
  check_output_file(arguments.output_path, inputs);
}

// Returns the warnings about the predictions.
template <typename Columns>
std::vector<std::string> write_rows(Columns columns, RowReader& reader, const std::string& path,
                                    const Progress& progress) {
  Output output(path);
  output.write(columns.header_line());
  std::size_t num_rows = 0;
  for (Rows rows; reader.next(rows);) {
    output.write(columns.lines(rows));
    num_rows += rows.inputs.rows();
    report(progress, {.stage = "predict", .done = static_cast<double>(num_rows)});
  }
  output.commit();
  return columns.warnings();
}

// The model of the chip, if that is to speak. A calibration is for an interval that was asked for.
std::optional<IntegerModel> integer_of(TrainedModel& model, const PredictArguments& arguments,
                                       const ColumnOptions& options) {
  if (!arguments.integer.is_given) return std::nullopt;
  if (!options.calibration) model.calibration.reset();
  IntegerOptions chosen = arguments.integer.options;
  chosen.seed = arguments.seed;
  if (options.interval) chosen.interval = *options.interval;
  return integer_model(model, chosen);
}

void say_calibration(const Reporting& reporting, const Calibration* calibration) {
  if (!calibration) return;
  say_notes(reporting, {fmt::format("the intervals are calibrated on {} held-out rows", calibration->num_rows)});
}

void check_moments(const TrainedModel& model, const ColumnOptions& options) {
  if (options.moments && model.options.hidden.size() > 1)
    throw Error(ErrorKind::usage, "--moments: networks of several hidden layers have mean and std only; leave it out");
}

ExitCode run_predict(const PredictArguments& arguments) {
  arguments.integer.check();
  ColumnOptions options = column_options(arguments);
  if (arguments.integer.is_given) check_integer_columns(options, !arguments.samples.empty(), arguments.raw);
  const ThreadLimit limit(arguments.threads);
  check_predict_output(arguments);
  TrainedModel model = load_model(arguments.model_path);
  check_moments(model, options);
  say_interval_warnings(interval_warnings(model, !arguments.no_calibration));
  options.calibration = calibration_of(model, arguments, options);
  options.draws = draws_of(model, arguments);
  const std::optional<IntegerModel> integer = integer_of(model, arguments, options);
  const Dataset dataset = open_dataset(arguments.paths, arguments.data);
  say_notes(arguments.reporting, dataset.notes);
  say_calibration(arguments.reporting, options.calibration);
  RowReader reader(dataset, model.preparation.schema,
                   options.density ? RowReader::Targets::required : RowReader::Targets::ignored);
  ProgressLine line(arguments.reporting.quiet);
  const std::string& path = arguments.output_path;
  const std::vector<std::string> warnings =
      integer ? write_rows(IntegerColumns(*integer, options, arguments.raw), reader, path, line.callback())
              : write_rows(PredictionColumns(model, options), reader, path, line.callback());
  line.clear();
  say_warnings(arguments.reporting, reader.warnings());
  if (integer) say_warnings(arguments.reporting, integer->warnings);
  say_warnings(arguments.reporting, warnings);
  return exit_ok;
}

}  // namespace

Action add_predict(Flags& flags) {
  auto arguments = std::make_shared<PredictArguments>();
  flags.footer(predict_examples);
  add_model_and_data(flags, arguments->model_path, arguments->paths, arguments->data);
  flags.group("Output");
  const auto set_interval = [&level = arguments->interval](const std::string& text) {
    level = probability("--interval", text);
  };
  flags.value("--interval", "LEVEL", "", set_interval, "add the interval that holds a target with this probability");
  flags.on("--shortest", arguments->shortest, "the shortest such interval, not the central one");
  flags.on("--no-calibration", arguments->no_calibration, "leave a calibration of the model out");
  flags.list("--quantiles", "P,...", arguments->quantiles, "add the quantiles at these probabilities");
  flags.on("--moments", arguments->moments, "add skewness and excess kurtosis");
  flags.on("--density", arguments->density, "add the log density and the CDF at the targets, which the data must have");
  const auto set_samples = [&samples = arguments->samples](const std::string& text) {
    if (text.empty()) throw Error(ErrorKind::usage, "--samples: expected a number of draws or a file of them");
    samples = text;
  };
  flags.value("--samples", "S|FILE", "", set_samples,
              "add the predictions of S draws of the weights, or of those in a file of direct sample");
  flags.number("--seed", "N", arguments->seed, "of the draws");
  flags.text("-o,--output", "FILE", arguments->output_path, "where the CSV goes; without it stdout");
  add_threads_flag(flags, arguments->threads);
  add_quiet_flag(flags, arguments->reporting);
  add_integer_flags(flags, arguments->integer, {"--raw"});
  flags.on("--raw", arguments->raw, "the integers themselves");
  return [arguments](const Ranks&) { return run_predict(*arguments); };
}

}  // namespace direct
