// SPDX-License-Identifier: MIT
// direct evaluate: how good a model is on rows whose targets are known.
#include <memory>

#include <direct/predict.h>

#include "command.h"
#include "fit_options.h"
#include "flags.h"
#include "json.h"
#include "output.h"
#include "progress_line.h"
#include "reporting.h"
#include "scores.h"

namespace direct {
namespace {

constexpr const char* examples = R"(Examples:
  direct evaluate model.direct test.csv
  direct evaluate model.direct test.csv --json

nll is the mean of the exact -log density, crps the continuous ranked probability score, winkler
the interval score, pinball the loss of quantiles; pit counts the targets in each tenth of their
predictive distributions: equal counts are right, more in the first and last tenth means intervals
that are too narrow. The yardstick is the same model with Gaussian priors and weights of full precision: what the few
bits cost. It needs the statistics in the model file, so a --slim model has none.
Of classes: log loss (mean -log probability), the Brier score, accuracy, the area under the ROC curve
(auc), and a table of predicted probabilities against shares found, whose mean difference is the
calibration error. Of counts and positive numbers: deviance, twice what the mean log-likelihood is
below that of a perfect prediction, beside rmse, mae, nll and intervals.)";

struct Arguments {
  std::string model_path;
  std::vector<std::string> paths;
  DataOptions data;
  bool no_calibration = false;
  int threads = 0;
  Reporting reporting;
};

Evaluation evaluation(const Arguments& arguments) {
  const TrainedModel model = load_model(arguments.model_path);
  const Dataset dataset = open_dataset(arguments.paths, arguments.data);
  say_notes(arguments.reporting, dataset.notes);
  ProgressLine line(arguments.reporting.quiet);
  return evaluate(
      model, dataset,
      {.use_calibration = !arguments.no_calibration, .threads = arguments.threads, .progress = line.callback()});
}

ExitCode run(const Arguments& arguments) {
  const Evaluation result = evaluation(arguments);
  if (arguments.reporting.json) {
    print(to_json(result));
  } else {
    print(to_text(result));
  }
  say_warnings(arguments.reporting, result.warnings);
  return exit_ok;
}

}  // namespace

Action add_evaluate(Flags& flags) {
  auto arguments = std::make_shared<Arguments>();
  flags.footer(examples);
  add_model_and_data(flags, arguments->model_path, arguments->paths, arguments->data);
  flags.group("Output");
  flags.on("--no-calibration", arguments->no_calibration, "score the exact intervals of a calibrated model");
  add_threads_flag(flags, arguments->threads);
  add_json_flag(flags, arguments->reporting);
  add_quiet_flag(flags, arguments->reporting);
  return [arguments](const Ranks&) { return run(*arguments); };
}

}  // namespace direct
