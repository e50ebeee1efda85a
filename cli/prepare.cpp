// SPDX-License-Identifier: MIT
// direct prepare: all that a pass over the rows needs to know, learned from them once.
#include <memory>

#include <direct/fit.h>

#include "command.h"
#include "fit_options.h"
#include "flags.h"
#include "gathering.h"
#include "output.h"
#include "progress_line.h"
#include "reporting.h"
#include "statistics_view.h"

namespace direct {
namespace {

constexpr const char* prepare_examples = R"(Examples:
  direct prepare all.csv --target price -o map.stats
  direct accumulate january.csv --like map.stats -o january.stats
  direct accumulate february.csv --like map.stats -o february.stats
  direct merge january.stats february.stats -o both.stats
  direct fit both.stats -o model.direct

A map holds columns, scaling, features, and up to 1000 of the rows, from which the features were
learned, but sums of none. It does not depend on the order of the rows, nor on how they are split
into files.)";

struct PrepareArguments {
  std::vector<std::string> paths;
  DataOptions data;
  FitOptions fit;
  Completion complete;
  std::string map_path;
  Reporting reporting;
};

Gathered prepared_map(const PrepareArguments& arguments) {
  const Dataset dataset = open_for_fit(arguments.paths, arguments.data, arguments.fit);
  ProgressLine line(arguments.reporting.quiet);
  FitOptions options = arguments.fit;
  options.progress = line.callback();
  Prepared prepared = prepare(dataset, options);
  Gathered map;
  map.notes = dataset.notes;
  map.add(prepared);
  map.statistics.statistics = empty_statistics(prepared.preparation.features);
  map.statistics.preparation = std::move(prepared.preparation);
  return map;
}

ExitCode run_prepare(const PrepareArguments& arguments) {
  check_result_file(arguments.map_path, "the map", "map.stats", arguments.paths);
  arguments.complete();
  const Gathered map = prepared_map(arguments);
  save_statistics(map.statistics, arguments.map_path);
  report_statistics(map, arguments.map_path, arguments.reporting);
  return exit_ok;
}

}  // namespace

Action add_prepare(Flags& flags) {
  auto arguments = std::make_shared<PrepareArguments>();
  flags.footer(prepare_examples);
  add_data_files(flags, arguments->paths);
  add_data_flags(flags, arguments->data);
  arguments->complete = add_map_flags(flags, arguments->fit);
  flags.group("Output");
  flags.text("-o,--output", "FILE", arguments->map_path, "where the map goes");
  add_reporting_flags(flags, arguments->reporting);
  return [arguments](const Ranks&) { return run_prepare(*arguments); };
}

}  // namespace direct
