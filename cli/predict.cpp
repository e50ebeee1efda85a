// SPDX-License-Identifier: MIT
// direct predict: a model and rows in, a line of CSV out for each row.
#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/info.h>

#include <direct/predict.h>

#include "command.h"
#include "fit_options.h"
#include "flags.h"
#include "output.h"
#include "progress_line.h"
#include "reporting.h"

namespace direct {
namespace {

constexpr const char* examples = R"(Examples:
  direct predict model.direct new.csv --interval 0.9 -o predictions.csv
  tail -n 100 log.csv | direct predict model.direct - --header no

Columns of the output, in units of the target: mean, std_model (what the weights leave open),
std_noise (what every measurement adds), std_total; lower and upper with --interval.)";

struct Arguments {
  std::string model_path;
  std::vector<std::string> paths;
  DataOptions data;
  std::string interval;
  std::string output_path;
  int threads = 0;
  Reporting reporting;
};

std::optional<double> interval_level(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const double level = number_of<double>("--interval", text);
  gaussian_interval({}, level);  // complains now rather than at the first row
  return level;
}

void check_outputs(const Arguments& arguments) {
  std::vector<std::string> inputs = arguments.paths;
  inputs.push_back(arguments.model_path);
  check_output_file(arguments.output_path, inputs);
}

// A Predictor uses what threads there are, so the limit is set around it.
std::size_t num_threads(int threads) {
  const int cores = tbb::info::default_concurrency();
  return static_cast<std::size_t>(threads > 0 ? std::min(threads, cores) : cores);
}

std::string to_csv(const Predictions& predictions, const std::optional<Interval>& interval) {
  std::string text;
  auto end = std::back_inserter(text);
  for (std::size_t i = 0; i < predictions.mean.size(); ++i) {
    fmt::format_to(end, "{},{},{},{}", predictions.mean[i], predictions.std_model[i], predictions.std_noise[i],
                   predictions.std_total[i]);
    if (interval) fmt::format_to(end, ",{},{}", interval->lower[i], interval->upper[i]);
    text += '\n';
  }
  return text;
}

void write_predictions(const Predictor& predictor, RowReader& reader, std::optional<double> level, Output& output,
                       const Progress& progress) {
  output.write(level ? "mean,std_model,std_noise,std_total,lower,upper\n" : "mean,std_model,std_noise,std_total\n");
  std::size_t num_rows = 0;
  for (Rows rows; reader.next(rows);) {
    const Predictions predictions = predictor(rows.inputs);
    std::optional<Interval> interval;
    if (level) interval = gaussian_interval(predictions, *level);
    output.write(to_csv(predictions, interval));
    num_rows += rows.inputs.rows();
    report(progress, {.stage = "predict", .done = static_cast<double>(num_rows)});
  }
}

ExitCode run(const Arguments& arguments) {
  const std::optional<double> level = interval_level(arguments.interval);
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, num_threads(arguments.threads));
  check_outputs(arguments);
  const TrainedModel model = load_model(arguments.model_path);
  const Dataset dataset = open_dataset(arguments.paths, arguments.data);
  say_notes(arguments.reporting, dataset.notes);
  RowReader reader(dataset, model.preparation.schema, RowReader::Targets::ignored);
  ProgressLine line(arguments.reporting.quiet);
  Output output(arguments.output_path);
  write_predictions(Predictor(model), reader, level, output, line.callback());
  output.commit();
  line.clear();
  say_warnings(arguments.reporting, reader.warnings());
  return exit_ok;
}

}  // namespace

Action add_predict(Flags& flags) {
  auto arguments = std::make_shared<Arguments>();
  flags.footer(examples);
  add_model_file(flags, arguments->model_path);
  add_data_files(flags, arguments->paths);
  add_file_flags(flags, arguments->data);
  flags.group("Output");
  flags.text("--interval", "LEVEL", arguments->interval, "add the central interval that holds this share");
  flags.text("-o,--output", "FILE", arguments->output_path, "where the CSV goes; without it stdout");
  add_threads_flag(flags, arguments->threads);
  add_quiet_flag(flags, arguments->reporting);
  return [arguments](const Ranks&) { return run(*arguments); };
}

}  // namespace direct
