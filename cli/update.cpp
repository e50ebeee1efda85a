// SPDX-License-Identifier: MIT
// direct update: a model learns from more rows.
#include <memory>

#include <fmt/format.h>

#include <direct/fit.h>

#include "command.h"
#include "fit_options.h"
#include "flags.h"
#include "output.h"
#include "progress_line.h"
#include "reporting.h"
#include "training_report.h"

namespace direct {
namespace {

constexpr const char* update_examples = R"(Examples:
  direct update model.direct today.csv
  direct update model.direct today.csv --decay 0.99 -o tomorrow.direct

The model is what a fit of the old and the new rows together would give, with the columns, scaling
and features of the old one. A --slim model cannot be updated. A model that did not converge is
written too, and the exit code is 5.)";

struct UpdateArguments {
  std::string model_path;
  std::vector<std::string> paths;
  DataOptions data;
  UpdateOptions update;
  std::string output_path;
  Reporting reporting;
};

double decay_of(const std::string& text) {
  const auto decay = number_of<double>("--decay", text);
  if (decay > 0.0 && decay <= 1.0) return decay;
  throw Error(ErrorKind::usage, "--decay: expected a number above 0 and at most 1, found " + text);
}

const std::string& output_path(const UpdateArguments& arguments) {
  return arguments.output_path.empty() ? arguments.model_path : arguments.output_path;
}

TrainedModel load_whole_model(const std::string& path) {
  TrainedModel model = load_model(path);
  if (model.statistics || !model.preparation.schema.likelihood->is_gaussian) return model;
  throw Error(ErrorKind::model, path + ": is slim, it has no statistics to add to; fit it without --slim");
}

Training updated(const UpdateArguments& arguments) {
  const TrainedModel model = load_whole_model(arguments.model_path);
  const Dataset more = open_dataset(arguments.paths, arguments.data);
  ProgressLine line(arguments.reporting.quiet);
  UpdateOptions options = arguments.update;
  options.progress = line.callback();
  return update(model, more, options);
}

ExitCode run_update(const UpdateArguments& arguments) {
  check_result_file(output_path(arguments), "the model", "model.direct", arguments.paths);
  const Training training = updated(arguments);
  save_model(training.model, output_path(arguments));
  return report_training(training, output_path(arguments), arguments.reporting);
}

}  // namespace

Action add_update(Flags& flags) {
  auto arguments = std::make_shared<UpdateArguments>();
  double& decay = arguments->update.decay;
  flags.footer(update_examples);
  add_model_and_data(flags, arguments->model_path, arguments->paths, arguments->data);
  flags.group("Model");
  const auto set_decay = [&decay](const std::string& text) { decay = decay_of(text); };
  flags.value("--decay", "FACTOR", fmt::format("{}", decay), set_decay, "how often each row so far counts from now on");
  add_threads_flag(flags, arguments->update.threads);
  flags.group("Output");
  flags.text("-o,--output", "FILE", arguments->output_path, "where the model goes; without it the old one is replaced");
  add_reporting_flags(flags, arguments->reporting);
  return [arguments](const Ranks&) { return run_update(*arguments); };
}

}  // namespace direct
