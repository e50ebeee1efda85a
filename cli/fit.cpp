// SPDX-License-Identifier: MIT
// direct fit: rows in, a model file out.
#include <sys/resource.h>

#include <cmath>
#include <memory>

#include <fmt/format.h>

#include <direct/fit.h>

#include "command.h"
#include "fit_options.h"
#include "flags.h"
#include "json.h"
#include "model_view.h"
#include "output.h"
#include "progress_line.h"
#include "reporting.h"

namespace direct {
namespace {

constexpr const char* examples = R"(Examples:
  direct fit train.csv --target price -o model.direct
  direct fit 2023.csv.gz 2024.csv.gz --target price --drop id,date -o model.direct
  zcat big.csv.gz | direct fit - --target price --num-features 500 -o model.direct
  direct fit phi.csv --features given --support=-1:1 --levels 3 --noise 0.01 -o model.direct

A model that did not converge is written too, and the exit code is 5.)";

struct Arguments {
  std::vector<std::string> paths;
  DataOptions data;
  FitOptions fit;
  std::string model_path;
  std::string trace_path;
  Reporting reporting;
};

void check_outputs(const Arguments& arguments) {
  if (arguments.model_path.empty()) {
    throw Error(ErrorKind::usage, "no place for the model: name a file, as in -o model.direct");
  }
  if (arguments.model_path == "-") throw Error(ErrorKind::usage, "-o -: a model goes to a file, not to a pipe");
  check_output_file(arguments.model_path, arguments.paths);
  if (arguments.trace_path.empty()) return;
  check_output_file(arguments.trace_path, arguments.paths);
  if (arguments.trace_path == arguments.model_path)
    throw Error(ErrorKind::usage, "--trace: the trace and the model need files of their own, found twice \"" +
                                      arguments.trace_path + "\"");
}

long peak_memory_bytes() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss * 1024;
}

void say_summary(const Training& training, const Arguments& arguments) {
  const TrainedModel& model = training.model;
  const FitReport& report = training.report;
  fmt::print(stderr, "{}: {} {}, {} {} features, {} levels\n", arguments.model_path, model.summary.num_rows,
             model.summary.num_rows == 1 ? "row" : "rows", model.prior.num_features(),
             word_of(model.preparation.features.kind), model.prior.num_levels());
  fmt::print(stderr, "  elbo       {:.3f} nats, {} ({} iterations, start {})\n", report.elbo,
             report.converged ? "converged" : "NOT converged", report.iterations, report.start);
  fmt::print(stderr, "  noise      {:.4g}, standard deviation in units of {}\n", noise_std(model),
             model.preparation.schema.target_name);
  fmt::print(stderr, "  sparsity   {:.1f} % of the weights are zero\n", 100 * sparsity(model.posterior, model.prior));
  fmt::print(stderr, "  seconds    {:.2f}\n", report.seconds.total);
}

void say_details(const Training& training) {
  const Seconds& seconds = training.report.seconds;
  const FitSummary& summary = training.model.summary;
  fmt::print(stderr,
             "  of these   read {:.2f}, features {:.2f}, statistics {:.2f}, hyperparameters {:.2f}, fit {:.2f}\n",
             seconds.read, seconds.features, seconds.statistics, seconds.hyperparameters, seconds.fit);
  fmt::print(stderr, "  protocol   {}: noise {:.4g}, prior scale {:.4g}, standardised\n", summary.protocol,
             std::sqrt(summary.hyperparameters.noise), prior_scale(training.model));
  fmt::print(stderr, "  gradient   {:.3g}, stopped by {}\n", training.report.gradient_norm,
             training.report.stop_reason);
  fmt::print(stderr, "  memory     {:.0f} MB at most\n", static_cast<double>(peak_memory_bytes()) * 1e-6);
}

void say_report(const Training& training, const Arguments& arguments) {
  if (!arguments.reporting.quiet) say_summary(training, arguments);
  if (!arguments.reporting.quiet && arguments.reporting.verbose) say_details(training);
  say_notes(arguments.reporting, training.report.notes);
}

void write_trace(const FitReport& report, const std::string& path) {
  Output output(path);
  output.write("start,iteration,elbo\n");
  for (const TracePoint& point : report.trace) {
    output.write(fmt::format("{},{},{}\n", point.start, point.iteration, point.elbo));
  }
  output.commit();
}

Training train(const Arguments& arguments) {
  const Dataset dataset = open_dataset(arguments.paths, arguments.data);
  ProgressLine line(arguments.reporting.quiet);
  FitOptions options = arguments.fit;
  options.progress = line.callback();
  return fit(dataset, options);
}

ExitCode run(const Arguments& arguments) {
  check_outputs(arguments);
  check(arguments.fit);
  const Training training = train(arguments);
  save_model(training.model, arguments.model_path);
  if (!arguments.trace_path.empty()) write_trace(training.report, arguments.trace_path);

  if (arguments.reporting.json) {
    print(to_json(training, peak_memory_bytes()));
  } else {
    say_report(training, arguments);
  }
  return training.report.converged ? exit_ok : exit_not_converged;
}

}  // namespace

Action add_fit(Flags& flags) {
  auto arguments = std::make_shared<Arguments>();
  flags.footer(examples);
  add_data_files(flags, arguments->paths);
  add_data_flags(flags, arguments->data);
  add_fit_flags(flags, arguments->fit);
  flags.group("Output");
  flags.text("-o,--output", "FILE", arguments->model_path, "where the model goes");
  flags.on("--slim", arguments->fit.slim, "leave the statistics out of the file");
  flags.text("--trace", "FILE", arguments->trace_path, "CSV of the search: start,iteration,elbo");
  add_json_flag(flags, arguments->reporting);
  add_quiet_flag(flags, arguments->reporting);
  add_verbose_flag(flags, arguments->reporting);
  return [arguments] { return run(*arguments); };
}

}  // namespace direct
