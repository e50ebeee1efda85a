// SPDX-License-Identifier: MIT
// direct evaluate: how good a model is on rows whose targets are known.
#include <memory>
#include <optional>

#include <direct/evaluate.h>

#include "command.h"
#include "fit_options.h"
#include "flags.h"
#include "integer_flags.h"
#include "json.h"
#include "output.h"
#include "progress_line.h"
#include "reporting.h"
#include "scores.h"

namespace direct {
namespace {

constexpr const char* evaluate_examples = R"(Examples:
  direct evaluate model.direct test.csv
  direct evaluate model.direct test.csv --json
  direct evaluate model.direct test.csv --integer --draws 8

nll is the mean of the exact -log density, crps the continuous ranked probability score, winkler
the interval score, pinball the loss of quantiles; pit counts the targets in each tenth of their
predictive distributions: equal counts are right, more in the first and last tenth means intervals
that are too narrow. The yardstick is the same model with Gaussian priors and weights of full precision: what the few
bits cost. It needs the statistics in the model file, so a --slim model has none.
Of classes: log loss (mean -log probability), the Brier score, accuracy, the area under the ROC curve
(auc), and a table of predicted probabilities against shares found, whose mean difference is the
calibration error. Of counts and positive numbers: deviance, twice what the mean log-likelihood is
below that of a perfect prediction, beside rmse, mae, nll and intervals.
--integer scores what a chip says that runs the header of direct export with as many --draws: its
mean, and the density of its draws and its noise.)";

struct EvaluateArguments {
  std::string model_path;
  std::vector<std::string> paths;
  DataOptions data;
  bool no_calibration = false;
  IntegerArguments integer;
  int threads = 0;
  Reporting reporting;
};

struct Result {
  Evaluation evaluation;
  std::optional<std::size_t> num_draws = {};  // of the chip, if that is what was scored
};

Result integer_result(const TrainedModel& model, IntegerOptions chosen, const Dataset& dataset,
                      const EvaluateOptions& options) {
  chosen.interval = interval_level(model, chosen);
  const IntegerModel integer = integer_model(model, chosen);
  Result result{evaluate(model, integer, dataset, options), integer.num_draws};
  std::vector<std::string>& warnings = result.evaluation.warnings;
  warnings.insert(warnings.end(), integer.warnings.begin(), integer.warnings.end());
  return result;
}

Result result_of(const EvaluateArguments& arguments) {
  arguments.integer.check();
  const TrainedModel model = load_model(arguments.model_path);
  const Dataset dataset = open_dataset(arguments.paths, arguments.data);
  say_notes(arguments.reporting, dataset.notes);
  ProgressLine line(arguments.reporting.quiet);
  const EvaluateOptions options{
      .use_calibration = !arguments.no_calibration, .threads = arguments.threads, .progress = line.callback()};
  if (arguments.integer.is_given) return integer_result(model, arguments.integer.options, dataset, options);
  return {evaluate(model, dataset, options)};
}

ExitCode run_evaluate(const EvaluateArguments& arguments) {
  const auto [evaluation, num_draws] = result_of(arguments);
  if (arguments.reporting.json) {
    print(to_json(evaluation, num_draws));
  } else {
    print(interval_warnings_text(evaluation.interval_warnings) + to_text(evaluation));
  }
  say_warnings(arguments.reporting, evaluation.warnings);
  return exit_ok;
}

}  // namespace

Action add_evaluate(Flags& flags) {
  auto arguments = std::make_shared<EvaluateArguments>();
  flags.footer(evaluate_examples);
  add_model_and_data(flags, arguments->model_path, arguments->paths, arguments->data);
  flags.group("Output");
  flags.on("--no-calibration", arguments->no_calibration, "score the exact intervals of a calibrated model");
  add_threads_flag(flags, arguments->threads);
  add_json_flag(flags, arguments->reporting);
  add_quiet_flag(flags, arguments->reporting);
  add_integer_flags(flags, arguments->integer, {"--seed"});
  flags.number("--seed", "N", arguments->integer.options.seed, "of the draws, as given to export");
  return [arguments](const Ranks&) { return run_evaluate(*arguments); };
}

}  // namespace direct
