// SPDX-License-Identifier: MIT
// direct merge: the statistics of all rows from those of their parts.
#include <chrono>
#include <memory>

#include <direct/fit.h>

#include "command.h"
#include "flags.h"
#include "interruption.h"
#include "output.h"
#include "reporting.h"
#include "statistics_files.h"
#include "statistics_view.h"

namespace direct {
namespace {

constexpr const char* merge_examples = R"(Examples:
  direct merge january.stats february.stats -o both.stats
  direct merge all.stats today.stats -o all.stats

The files share a map: they were made with accumulate --like. Where all are exact, the order does
not matter. The output may be one of the inputs.)";

struct MergeArguments {
  std::vector<std::string> paths;
  std::string output_path;
  Reporting reporting;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

ExitCode run_merge(const MergeArguments& arguments) {
  const auto start = std::chrono::steady_clock::now();
  check_result_file(arguments.output_path, "the statistics", "all.stats", {});
  catch_interrupts();
  Gathered sum{.statistics = merged_statistics(arguments.paths)};
  save_statistics(sum.statistics, arguments.output_path);
  sum.seconds.total = seconds_since(start);
  report_statistics(sum, arguments.output_path, arguments.reporting);
  return exit_ok;
}

}  // namespace

Action add_merge(Flags& flags) {
  auto arguments = std::make_shared<MergeArguments>();
  flags.footer(merge_examples);
  flags.arguments("STATISTICS", arguments->paths, ".stats files, written by direct accumulate");
  flags.group("Output");
  flags.text("-o,--output", "FILE", arguments->output_path, "where the sum goes");
  add_reporting_flags(flags, arguments->reporting);
  return [arguments](const Ranks&) { return run_merge(*arguments); };
}

}  // namespace direct
