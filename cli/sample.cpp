// SPDX-License-Identifier: MIT
// direct sample: weights drawn from the posterior of a model.
#include <algorithm>
#include <cstdio>
#include <memory>

#include <fmt/format.h>

#include <direct/draws.h>
#include <direct/error.h>

#include "command.h"
#include "draws_view.h"
#include "fit_options.h"
#include "flags.h"
#include "json.h"
#include "output.h"
#include "progress_line.h"
#include "reporting.h"
#include "thread_limit.h"

namespace direct {
namespace {

constexpr const char* sample_examples = R"(Examples:
  direct sample model.direct --count 100 -o draws.safetensors
  direct sample model.direct --format values > weights.csv

Formats: packed, a safetensors file with the codes of the levels, two to a byte, the low four bits
first; codes and values, a CSV with a line per draw and a column per weight, the code of its level
or the level itself (of the standardised target). auto is packed for a file whose name does not end
in .csv, else codes.)";

struct SampleArguments {
  std::string model_path;
  std::size_t count = 20;
  std::uint64_t seed = 0;
  DrawFormat format = DrawFormat::automatic;
  std::string output_path;
  int threads = 0;
  Reporting reporting;
};

DrawFormat format_of(const SampleArguments& arguments) {
  if (arguments.format != DrawFormat::automatic) return arguments.format;
  const std::string& path = arguments.output_path;
  const bool is_text = path.empty() || path == "-" || path.ends_with(".csv");
  return is_text ? DrawFormat::codes : DrawFormat::packed;
}

// Binary is nothing for a terminal, and the JSON has standard output for itself.
void check_sample_output(const SampleArguments& arguments, DrawFormat format) {
  if (format == DrawFormat::packed) {
    check_result_file(arguments.output_path, "packed draws", "draws.safetensors", {arguments.model_path});
  } else if (arguments.reporting.json) {
    check_result_file(arguments.output_path, "the draws", "draws.csv", {arguments.model_path});
  } else {
    check_output_file(arguments.output_path, {arguments.model_path});
  }
}

Draws draw_samples(const TrainedModel& model, std::size_t count, std::uint64_t seed, std::size_t first,
                   const Progress& progress) {
  return sample(model.posterior, model.prior, model.noise, count, seed, first, progress);
}

DrawsSummary write_packed(const SampleArguments& arguments, const TrainedModel& model, const Progress& progress) {
  const Draws draws = draw_samples(model, arguments.count, arguments.seed, 0, progress);
  save_draws(draws, model.prior, arguments.output_path);
  return summary(draws, model.prior);
}

std::string csv_header(std::size_t num_features) {
  std::string line;
  for (std::size_t j = 0; j < num_features; ++j) line += fmt::format("{}w{}", j == 0 ? "" : ",", j);
  return line + '\n';
}

std::string csv_line(const Draws& draws, std::size_t index, const WeightPrior& prior, DrawFormat format) {
  if (format == DrawFormat::values) return fmt::format("{}\n", fmt::join(weights_of(draws, index, prior), ","));
  return fmt::format("{}\n", fmt::join(draws.draw(index), ","));
}

// In batches, so that memory does not grow with the count.
DrawsSummary write_csv(const SampleArguments& arguments, const TrainedModel& model, DrawFormat format,
                       const Progress& progress) {
  constexpr std::size_t codes_per_batch = std::size_t{1} << 20;
  const std::size_t batch = codes_per_batch / model.prior.num_features() + 1;
  Output output(arguments.output_path);
  output.write(csv_header(model.prior.num_features()));
  DrawsSummary written;
  while (written.count < arguments.count) {
    const std::size_t count = std::min(batch, arguments.count - written.count);
    const Draws draws = draw_samples(model, count, arguments.seed, written.count, progress);
    for (std::size_t s = 0; s < count; ++s) output.write(csv_line(draws, s, model.prior, format));
    merge(written, summary(draws, model.prior));
  }
  output.commit();
  return written;
}

void say_sampled(const SampleReport& report) {
  const DrawsSummary& draws = report.draws;
  fmt::print(stderr, "{} {} of {} weights, {} bits each, {} bytes a draw\n", draws.count,
             draws.count == 1 ? "draw" : "draws", draws.num_features, code_bits(draws.num_levels),
             bytes_per_draw(draws.num_features, draws.num_levels));
  fmt::print(stderr, "  sparsity   {:.4f} expected, {:.4f} drawn\n", report.sparsity, draws.sparsity());
  fmt::print(stderr, "  zero codes {:.4f} expected, {:.4f} drawn\n", report.zero_codes, draws.zero_codes());
}

SampleReport sampled(const SampleArguments& arguments, DrawFormat format) {
  const TrainedModel model = load_model(arguments.model_path);
  ProgressLine line(arguments.reporting.quiet);
  return {.draws = format == DrawFormat::packed ? write_packed(arguments, model, line.callback())
                                                : write_csv(arguments, model, format, line.callback()),
          .sparsity = sparsity(model.posterior, model.prior),
          .zero_codes = zero_codes(model.posterior, model.prior),
          .seed = arguments.seed};
}

ExitCode run_sample(const SampleArguments& arguments) {
  if (arguments.count == 0) throw Error(ErrorKind::usage, "--count: expected at least 1 draw, found 0");
  const ThreadLimit limit(arguments.threads);
  const DrawFormat format = format_of(arguments);
  check_sample_output(arguments, format);
  const SampleReport report = sampled(arguments, format);
  if (arguments.reporting.json) {
    print(to_json(report));
  } else if (!arguments.reporting.quiet) {
    say_sampled(report);
  }
  return exit_ok;
}

}  // namespace

Action add_sample(Flags& flags) {
  auto arguments = std::make_shared<SampleArguments>();
  flags.footer(sample_examples);
  add_model_file(flags, arguments->model_path);
  flags.number("--count", "S", arguments->count, "how many draws");
  flags.number("--seed", "N", arguments->seed, "the same seed gives the same draws");
  flags.group("Output");
  flags.word("--format", arguments->format, "how the draws are written");
  flags.text("-o,--output", "FILE", arguments->output_path, "where the draws go; without it stdout, as CSV");
  add_threads_flag(flags, arguments->threads);
  add_json_flag(flags, arguments->reporting);
  add_quiet_flag(flags, arguments->reporting);
  return [arguments](const Ranks&) { return run_sample(*arguments); };
}

}  // namespace direct
