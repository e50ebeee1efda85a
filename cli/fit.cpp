// SPDX-License-Identifier: MIT
// direct fit: rows or their statistics in, a model file out.
#include <algorithm>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include <direct/fit.h>

#include "command.h"
#include "fit_options.h"
#include "flags.h"
#include "gathering.h"
#include "output.h"
#include "progress_line.h"
#include "reporting.h"
#include "statistics_files.h"
#include "training_report.h"
#include "words.h"

namespace direct {
namespace {

constexpr const char* fit_examples = R"(Examples:
  direct fit train.csv --target price -o model.direct
  direct fit 2023.csv.gz 2024.csv.gz --target price --drop id,date -o model.direct
  zcat big.csv.gz | direct fit - --target price --num-features 500 -o model.direct
  direct fit phi.csv --features given --support=-1:1 --levels 3 --noise 0.01 -o model.direct
  direct fit train.csv --target price --posterior draws -o model.direct
  direct fit patients.csv --target outcome --likelihood bernoulli --features linear -o model.direct
  direct fit claims.csv --target count --likelihood poisson --exposure years -o model.direct
  direct fit train.csv --target price --model network --hidden 8 -o model.direct
  direct fit january.stats february.stats -o model.direct
  mpirun -n 8 direct fit 20*.csv.gz -o model.direct

A model that did not converge is written too, and the exit code is 5.)";

struct FitArguments {
  GatherArguments gather;
  Completion complete;
  std::function<std::string()> file_flag;  // the first flag given that is about text files
  std::string model_path;
  std::string trace_path;
  Reporting reporting;
};

void check_fit_outputs(const FitArguments& arguments) {
  std::vector<std::string> inputs = arguments.gather.paths;
  if (!arguments.gather.like_path.empty()) inputs.push_back(arguments.gather.like_path);
  check_result_file(arguments.model_path, "the model", "model.direct", inputs);
  if (arguments.trace_path.empty()) return;
  if (arguments.trace_path == "-" && arguments.reporting.json)
    throw Error(ErrorKind::usage, "--trace -: standard output has the JSON object; expected a file");
  check_output_file(arguments.trace_path, inputs);
  if (arguments.trace_path == arguments.model_path)
    throw Error(ErrorKind::usage, "--trace: the trace and the model need files of their own, found twice \"" +
                                      arguments.trace_path + "\"");
}

void write_trace(const FitReport& report, const std::string& path) {
  Output output(path);
  output.write("start,iteration,elbo\n");
  for (const TracePoint& point : report.trace) {
    output.write(fmt::format("{},{},{}\n", point.start, point.iteration, point.elbo));
  }
  output.commit();
}

// All of them or none. What is not there is no reason to complain about a mixture.
bool are_statistics(const std::vector<std::string>& paths) {
  const auto statistics = std::find_if(paths.begin(), paths.end(), is_statistics_file);
  if (statistics == paths.end()) return false;
  for (const std::string& path : paths) {
    if (is_statistics_file(path) || (path != "-" && !std::filesystem::exists(path))) continue;
    throw Error(ErrorKind::usage,
                fmt::format("{} holds rows and {} statistics: expected one or the other", path, *statistics));
  }
  return true;
}

Training fit_statistics(const FitArguments& arguments, const Ranks& ranks) {
  const std::string& first = arguments.gather.paths.front();
  const std::string flag = arguments.file_flag();
  FitOptions options = arguments.gather.fit;
  if (!options.likelihood->is_gaussian)
    throw Error(ErrorKind::usage, fmt::format("--likelihood {}: needs the rows themselves, found statistics {}",
                                              options.likelihood->name, first));
  if (ranks.size() > 1) throw Error(ErrorKind::usage, first + ": statistics are fitted by one process, without mpirun");
  if (!flag.empty()) throw Error(ErrorKind::usage, fmt::format("{}: is about data, found statistics {}", flag, first));
  check_settled(arguments.gather, first);
  check_fit_outputs(arguments);
  const PreparedStatistics statistics = merged_statistics(arguments.gather.paths);
  if (num_rows(statistics.statistics) == 0.0)
    throw Error(ErrorKind::data, first + ": holds no rows; direct accumulate --like " + first + " adds some");
  ProgressLine line(arguments.reporting.quiet);
  options.progress = line.callback();
  return fit(statistics, options);
}

Training fit_files(const FitArguments& arguments, const Ranks& ranks) {
  const GatherArguments& gather = arguments.gather;
  if (!gather.like_path.empty() && !gather.fit.likelihood->is_gaussian)
    throw Error(ErrorKind::usage, fmt::format("--like: prepared maps are for Gaussian noise; expected none with "
                                              "--likelihood {}",
                                              gather.fit.likelihood->name));
  return fit_data(gather, arguments.reporting, ranks, [&] { check_fit_outputs(arguments); });
}

ExitCode run_fit(const FitArguments& arguments, const Ranks& ranks) {
  arguments.complete();
  const auto fit_source = are_statistics(arguments.gather.paths) ? fit_statistics : fit_files;
  const Training training = fit_source(arguments, ranks);
  if (ranks.rank() != 0) return exit_ok;
  save_model(training.model, arguments.model_path);
  if (!arguments.trace_path.empty()) write_trace(training.report, arguments.trace_path);
  return report_training(training, arguments.model_path, arguments.reporting);
}

}  // namespace

Action add_fit(Flags& flags) {
  auto arguments = std::make_shared<FitArguments>();
  flags.footer(fit_examples);
  flags.arguments("DATA", arguments->gather.paths,
                  "CSV or TSV files with one schema, plain, .gz or .zst; - is standard input; or .stats files");
  add_data_flags(flags, arguments->gather.data);
  add_exposure_flag(flags, arguments->gather.data);
  arguments->complete = add_fit_flags(flags, arguments->gather.fit);
  add_like_flag(flags, arguments->gather);
  arguments->gather.fits = true;
  arguments->file_flag = flags.first_given({"--like", "--header", "--delimiter"});
  flags.group("Output");
  flags.text("-o,--output", "FILE", arguments->model_path, "where the model goes");
  flags.on("--slim", arguments->gather.fit.slim, "leave the statistics and the pilot rows out of the file");
  flags.text("--trace", "FILE", arguments->trace_path, "CSV of the search: start,iteration,elbo");
  add_reporting_flags(flags, arguments->reporting);
  return [arguments](const Ranks& ranks) { return run_fit(*arguments, ranks); };
}

}  // namespace direct
