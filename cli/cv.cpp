// SPDX-License-Identifier: MIT
// direct cv: train and score on folds of one data set.
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

constexpr const char* cv_examples = R"(Examples:
  direct cv data.csv --target price --folds 10
  direct cv data.csv --target price --fold-masks masks.csv --per-fold --json

A fold mask file has a line per row and a column per fold, 1 where the row is a test row.)";

struct CvArguments {
  std::vector<std::string> paths;
  DataOptions data;
  FitOptions fit;
  Check check_fit;
  CrossValidationOptions cv;
  Reporting reporting;
};

CrossValidation cross_validation(const CvArguments& arguments) {
  const Dataset dataset = open_dataset(arguments.paths, arguments.data);
  ProgressLine line(arguments.reporting.quiet);
  FitOptions options = arguments.fit;
  options.progress = line.callback();
  return cross_validate(dataset, options, arguments.cv);
}

ExitCode run_cv(const CvArguments& arguments) {
  arguments.check_fit();
  const CrossValidation result = cross_validation(arguments);
  if (arguments.reporting.json) {
    print(to_json(result));
  } else {
    print(to_text(result.folds, spread(result.folds)));
  }
  say_notes(arguments.reporting, result.notes);
  return all_converged(result.folds) ? exit_ok : exit_not_converged;
}

}  // namespace

Action add_cv(Flags& flags) {
  auto arguments = std::make_shared<CvArguments>();
  CrossValidationOptions& cv = arguments->cv;
  flags.footer(cv_examples);
  add_data_files(flags, arguments->paths);
  flags.group("Folds");
  flags.number("--folds", "K", cv.folds, "random folds, drawn by --seed");
  flags.text("--fold-masks", "FILE", cv.fold_masks, "CSV of 0 and 1: which rows test which fold");
  flags.exclude("--fold-masks", "--folds");
  flags.on("--per-fold", cv.per_fold, "learn scaling, features and hyperparameters in each fold");
  add_data_flags(flags, arguments->data);
  add_exposure_flag(flags, arguments->data);
  arguments->check_fit = add_fit_flags(flags, arguments->fit);
  flags.group("Output");
  add_json_flag(flags, arguments->reporting);
  add_quiet_flag(flags, arguments->reporting);
  return [arguments](const Ranks&) { return run_cv(*arguments); };
}

}  // namespace direct
