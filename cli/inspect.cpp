// SPDX-License-Identifier: MIT
// direct inspect: what a model file holds.
#include <cmath>
#include <iterator>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <direct/posterior.h>

#include "command.h"
#include "flags.h"
#include "json.h"
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

// The levels of the first weight; today's priors give every weight the same ones.
std::vector<double> first_levels(const WeightPrior& prior) {
  if (prior.num_features() == 0) return {};
  const auto column = prior.levels.column(0);
  return {column.begin(), column.end()};
}

// In squared units of the target.
std::vector<double> noise_variances(const TrainedModel& model) {
  std::vector<double> variances = model.noise.variances;
  const double scale = model.preparation.scaling.target_scale;
  for (double& variance : variances) variance *= scale * scale;
  return variances;
}

std::vector<double> noise_probabilities(const TrainedModel& model) {
  std::vector<double> probabilities;
  for (double value : model.posterior.noise_log_probabilities) probabilities.push_back(std::exp(value));
  return probabilities;
}

Json column_json(const Column& column) {
  Json object = {{"name", column.name}, {"type", column.categorical ? "category" : "number"}};
  if (column.categorical) object["levels"] = column.levels;
  if (column.indicator) object["indicator"] = true;
  return object;
}

Json schema_json(const Schema& schema) {
  Json object = {{"target", schema.target_name}, {"columns", Json::array()}};
  for (const Column& column : schema.columns) object["columns"].push_back(column_json(column));
  object["dropped"] = schema.dropped;
  object["missing"] = word_of(schema.missing);
  object["unseen"] = word_of(schema.unseen);
  object["header"] = schema.has_header;
  return object;
}

Json model_json(const TrainedModel& model) {
  const FitSummary& summary = model.summary;
  const Scaling& scaling = model.preparation.scaling;
  return {{"schema_version", schema_version},
          {"num_rows", summary.num_rows},
          {"num_features", model.prior.num_features()},
          {"num_levels", model.prior.num_levels()},
          {"num_components", model.posterior.num_components()},
          {"features", word_of(model.preparation.features.kind)},
          {"prior", word_of(model.prior.kind)},
          {"support", first_levels(model.prior)},
          {"noise", {{"variances", noise_variances(model)}, {"probabilities", noise_probabilities(model)}}},
          {"elbo", summary.elbo},
          {"converged", summary.converged},
          {"stop_reason", summary.stop_reason},
          {"iterations", summary.iterations},
          {"sparsity", sparsity(model.posterior, model.prior)},
          {"zero_codes", zero_codes(model.posterior, model.prior)},
          {"hyperparameters", hyperparameters_to_json(model)},
          {"seed", summary.seed},
          {"statistics", model.statistics.has_value()},
          {"target_mean", scaling.target_mean},
          {"target_scale", scaling.target_scale},
          {"schema", schema_json(model.preparation.schema)}};
}

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
  const std::vector<double> levels = first_levels(model.prior);
  const Json hyperparameters = hyperparameters_to_json(model);
  std::string text = schema_text(model.preparation.schema);
  auto end = std::back_inserter(text);
  fmt::format_to(end, "rows        {}\n", summary.num_rows);
  fmt::format_to(end, "features    {} {}\n", model.prior.num_features(), word_of(model.preparation.features.kind));
  fmt::format_to(end, "levels      {} from {:.4g} to {:.4g}\n", levels.size(), levels.front(), levels.back());
  fmt::format_to(end, "prior       {}, scale {:.4g}\n", word_of(model.prior.kind),
                 hyperparameters["prior_scale"].get<double>());
  text += noise_text(model);
  fmt::format_to(end, "protocol    {}\n", summary.protocol);
  fmt::format_to(end, "elbo        {:.3f} nats, {} ({} iterations)\n", summary.elbo,
                 summary.converged ? "converged" : "NOT converged", summary.iterations);
  fmt::format_to(end, "sparsity    {:.3f} of the weights are zero\n", sparsity(model.posterior, model.prior));
  fmt::format_to(end, "statistics  {}\n", model.statistics ? "kept" : "left out (slim)");
  fmt::format_to(end, "seed        {}\n", summary.seed);
  return text;
}

ExitCode run(const Arguments& arguments) {
  const TrainedModel model = load_model(arguments.model_path);
  if (arguments.reporting.json) {
    print_json(model_json(model));
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
