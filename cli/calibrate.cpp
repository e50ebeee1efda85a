// SPDX-License-Identifier: MIT
// direct calibrate: intervals that hold what they promise, from rows the model has not seen.
#include <memory>

#include <fmt/format.h>

#include <direct/evaluate.h>

#include "command.h"
#include "fit_options.h"
#include "flags.h"
#include "json.h"
#include "output.h"
#include "progress_line.h"
#include "reporting.h"

namespace direct {
namespace {

constexpr const char* calibrate_examples = R"(Examples:
  direct calibrate model.direct held_out.csv
  direct calibrate model.direct held_out.csv -o calibrated.direct

The held-out rows must not have been used for fit or update. The interval at a level becomes mean -+
scale * std_total, the scale being the ceil((n + 1) level)-th smallest |y - mean| / std_total of the n
held-out rows (split conformal prediction). If new rows come from where the held-out rows came from,
such an interval holds the target with at least the probability of its level, whatever the model, on
average over held-out and new rows. Quantiles, densities and std stay those of the model. A model
that is fitted again (direct update) has to be calibrated again.)";

struct CalibrateArguments {
  std::string model_path;
  std::vector<std::string> paths;
  DataOptions data;
  std::string output_path;  // empty: the model itself
  int threads = 0;
  Reporting reporting;
};

std::string calibration_text(const Calibration& calibration, const std::string& path) {
  std::string text =
      fmt::format("calibrated on {} rows, for levels up to {}; an interval is mean -+ scale * std_total\n",
                  calibration.num_rows, largest_level(calibration));
  for (const double level : {0.5, 0.9, 0.95}) {
    if (!supports(calibration, level)) continue;
    text += fmt::format("  {:<5} scale {:.4f}\n", level, interval_scale(calibration, level));
  }
  return text + fmt::format("written to {}\n", path);
}

ExitCode run_calibrate(const CalibrateArguments& arguments) {
  const std::string& output = arguments.output_path.empty() ? arguments.model_path : arguments.output_path;
  check_result_file(output, "the model", "calibrated.direct", arguments.paths);
  TrainedModel model = load_model(arguments.model_path);
  const Dataset dataset = open_dataset(arguments.paths, arguments.data);
  say_notes(arguments.reporting, dataset.notes);
  ProgressLine line(arguments.reporting.quiet);
  model.calibration = calibrate(model, dataset, {.threads = arguments.threads, .progress = line.callback()});
  save_model(model, output);
  line.clear();
  const std::vector<std::string> warnings = interval_warnings(model);
  say_interval_warnings(warnings);
  if (model.preparation.pilot_targets.empty())
    say_notes(arguments.reporting, {"a slim model cannot tell whether it was trained on these rows"});
  if (arguments.reporting.json) {
    print(to_json(*model.calibration, warnings));
  } else if (!arguments.reporting.quiet) {
    fmt::print(stderr, "{}", calibration_text(*model.calibration, output));
  }
  return exit_ok;
}

}  // namespace

Action add_calibrate(Flags& flags) {
  auto arguments = std::make_shared<CalibrateArguments>();
  flags.footer(calibrate_examples);
  add_model_and_data(flags, arguments->model_path, arguments->paths, arguments->data);
  flags.group("Output");
  flags.text("-o,--output", "FILE", arguments->output_path, "where the model goes; without it MODEL is replaced");
  add_threads_flag(flags, arguments->threads);
  add_json_flag(flags, arguments->reporting);
  add_quiet_flag(flags, arguments->reporting);
  return [arguments](const Ranks&) { return run_calibrate(*arguments); };
}

}  // namespace direct
