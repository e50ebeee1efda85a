// SPDX-License-Identifier: MIT
// direct cv: train and score on folds of one data set.
#include <memory>

#include <direct/evaluate.h>

#include "command.h"
#include "fit_options.h"
#include "flags.h"
#include "fold_flags.h"
#include "gathering.h"
#include "json.h"
#include "output.h"
#include "progress_line.h"
#include "reporting.h"
#include "scores.h"

namespace direct {
namespace {

constexpr const char* cv_examples = R"(Examples:
  direct cv data.csv --target price --folds 10
  direct cv data.csv --target price --fold-masks masks.csv --json
  direct cv data.csv --target price --shared

A fold mask file has a line per row and a column per fold, 1 where the row is a test row.
Every fold learns scaling, features and hyperparameters from its own training rows; column types and
category names alone are those of all rows. --shared is faster, and somewhat optimistic. Folds of
classes are stratified: each has its share of both.)";

struct CvArguments {
  std::vector<std::string> paths;
  DataOptions data;
  FitOptions fit;
  Completion complete;
  CrossValidationOptions cv;
  Reporting reporting;
};

CrossValidation cross_validation(const CvArguments& arguments) {
  const Dataset dataset = open_for_fit(arguments.paths, arguments.data, arguments.fit);
  ProgressLine line(arguments.reporting.quiet);
  FitOptions options = arguments.fit;
  options.progress = line.callback();
  return cross_validate(dataset, options, arguments.cv);
}

ExitCode run_cv(const CvArguments& arguments) {
  arguments.complete();
  const CrossValidation result = cross_validation(arguments);
  if (arguments.reporting.json) {
    print(to_json(result));
  } else {
    print(to_text(result.folds, spread(result.folds)) + leakage_text(result.leakage));
  }
  say_notes(arguments.reporting, result.notes);
  say_warnings(arguments.reporting, result.warnings);
  return all_converged(result.folds) ? exit_ok : exit_not_converged;
}

}  // namespace

Action add_cv(Flags& flags) {
  auto arguments = std::make_shared<CvArguments>();
  CrossValidationOptions& cv = arguments->cv;
  flags.footer(cv_examples);
  add_data_files(flags, arguments->paths);
  add_fold_flags(flags, cv);
  add_data_flags(flags, arguments->data);
  add_exposure_flag(flags, arguments->data);
  arguments->complete = add_fit_flags(flags, arguments->fit);
  flags.group("Output");
  add_json_flag(flags, arguments->reporting);
  add_quiet_flag(flags, arguments->reporting);
  return [arguments](const Ranks&) { return run_cv(*arguments); };
}

}  // namespace direct
