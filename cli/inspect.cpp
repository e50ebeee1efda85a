// SPDX-License-Identifier: MIT
// direct inspect: what a model file holds.
#include <cmath>
#include <iterator>
#include <memory>

#include <fmt/format.h>

#include <direct/posterior.h>

#include "command.h"
#include "flags.h"
#include "json.h"
#include "model_view.h"
#include "output.h"
#include "reporting.h"
#include "words.h"

namespace direct {
namespace {

constexpr const char* examples = R"(Examples:
  direct inspect model.direct
  direct inspect model.direct --json)";

struct Arguments {
  std::string model_path;
  Reporting reporting;
};

std::string column_text(const Column& column) {
  constexpr std::size_t max_shown = 8;
  std::string text = column.name;
  if (column.categorical) {
    const std::size_t shown = std::min(column.levels.size(), max_shown);
    text += fmt::format(" {{{}{}}}",
                        fmt::join(column.levels.begin(), column.levels.begin() + static_cast<long>(shown), ", "),
                        shown < column.levels.size() ? fmt::format(", ... {} in all", column.levels.size()) : "");
  }
  if (column.indicator) text += ", may be missing";
  return text;
}

std::string schema_text(const Schema& schema) {
  std::string text = fmt::format("target      {}\n", schema.target_name);
  for (std::size_t i = 0; i < schema.columns.size(); ++i) {
    text += fmt::format("{:<11} {}\n", i == 0 ? "inputs" : "", column_text(schema.columns[i]));
  }
  if (!schema.dropped.empty()) text += fmt::format("dropped     {}\n", fmt::join(schema.dropped, ", "));
  return text + fmt::format("policies    missing {}, unseen {}\n", word_of(schema.missing), word_of(schema.unseen));
}

// Values of the noise grid that hold at least a thousandth of the probability.
std::string noise_text(const TrainedModel& model) {
  const std::vector<double> variances = noise_variances(model);
  const std::vector<double> probabilities = noise_probabilities(model);
  std::string text;
  for (std::size_t l = 0; l < variances.size(); ++l) {
    if (probabilities[l] < 1e-3) continue;
    text += fmt::format("{:<11} {:.4g} with probability {:.3f}\n", text.empty() ? "noise std" : "",
                        std::sqrt(variances[l]), probabilities[l]);
  }
  return text;
}

std::string model_text(const TrainedModel& model) {
  const FitSummary& summary = model.summary;
  const std::vector<double> levels = first_levels(model);
  std::string text = schema_text(model.preparation.schema);
  auto end = std::back_inserter(text);
  fmt::format_to(end, "rows        {}\n", summary.num_rows);
  fmt::format_to(end, "features    {} {}\n", model.prior.num_features(), word_of(model.preparation.features.kind));
  fmt::format_to(end, "levels      {} from {:.4g} to {:.4g}\n", levels.size(), levels.front(), levels.back());
  fmt::format_to(end, "prior       {}, scale {:.4g}\n", word_of(model.prior.kind), prior_scale(model));
  text += noise_text(model);
  fmt::format_to(end, "protocol    {}\n", summary.protocol);
  fmt::format_to(end, "elbo        {:.3f} nats, {} ({} iterations)\n", summary.elbo,
                 summary.converged ? "converged" : "NOT converged", summary.iterations);
  fmt::format_to(end, "sparsity    {:.3f} of the weights are zero\n", sparsity(model.posterior, model.prior));
  fmt::format_to(end, "statistics  {}\n", model.statistics ? "kept" : "left out (slim)");
  fmt::format_to(end, "seed        {}\n", model.options.seed);
  return text;
}

ExitCode run(const Arguments& arguments) {
  const TrainedModel model = load_model(arguments.model_path);
  if (arguments.reporting.json) {
    print(to_json(model));
  } else {
    print(model_text(model));
  }
  return exit_ok;
}

}  // namespace

Action add_inspect(Flags& flags) {
  auto arguments = std::make_shared<Arguments>();
  flags.footer(examples);
  add_model_file(flags, arguments->model_path);
  add_json_flag(flags, arguments->reporting);
  return [arguments] { return run(*arguments); };
}

}  // namespace direct
