// SPDX-License-Identifier: MIT
// direct accumulate: rows in, their statistics out.
#include <memory>

#include <direct/fit.h>

#include "command.h"
#include "fit_options.h"
#include "flags.h"
#include "gathering.h"
#include "output.h"
#include "reporting.h"
#include "statistics_view.h"

namespace direct {
namespace {

constexpr const char* accumulate_examples = R"(Examples:
  direct accumulate january.csv --like map.stats -o january.stats
  direct accumulate train.csv --target price -o all.stats
  mpirun -n 8 direct accumulate 20*.csv.gz --like map.stats -o all.stats

Without --like the map is learned from the same rows, as by direct prepare. With features of 8 bits
and whole weights the sums are exact: the same bytes for any order of the rows, any split into
files, any number of threads and ranks.)";

struct AccumulateArguments {
  GatherArguments gather;
  std::string statistics_path;
  Reporting reporting;
};

void check_accumulate_output(const AccumulateArguments& arguments) {
  std::vector<std::string> inputs = arguments.gather.paths;
  if (!arguments.gather.like_path.empty()) inputs.push_back(arguments.gather.like_path);
  check_result_file(arguments.statistics_path, "the statistics", "all.stats", inputs);
}

ExitCode run_accumulate(const AccumulateArguments& arguments, const Ranks& ranks) {
  const Gathered gathered =
      gather(arguments.gather, arguments.reporting, ranks, [&] { check_accumulate_output(arguments); });
  if (ranks.rank() != 0) return exit_ok;
  save_statistics(gathered.statistics, arguments.statistics_path);
  report_statistics(gathered, arguments.statistics_path, arguments.reporting);
  return exit_ok;
}

}  // namespace

Action add_accumulate(Flags& flags) {
  auto arguments = std::make_shared<AccumulateArguments>();
  flags.footer(accumulate_examples);
  add_data_files(flags, arguments->gather.paths);
  add_data_flags(flags, arguments->gather.data);
  arguments->gather.complete = add_map_flags(flags, arguments->gather.fit);
  add_like_flag(flags, arguments->gather);
  flags.group("Output");
  flags.text("-o,--output", "FILE", arguments->statistics_path, "where the statistics go");
  add_reporting_flags(flags, arguments->reporting);
  return [arguments](const Ranks& ranks) { return run_accumulate(*arguments, ranks); };
}

}  // namespace direct
