// SPDX-License-Identifier: MIT
// direct inspect: what a file of ours holds.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>

#include <fmt/format.h>

#include <direct/predict.h>

#include "command.h"
#include "draws_view.h"
#include "flags.h"
#include "json.h"
#include "metric_view.h"
#include "model_view.h"
#include "output.h"
#include "reporting.h"
#include "statistics_view.h"
#include "words.h"

namespace direct {
namespace {

constexpr const char* inspect_examples = R"(Examples:
  direct inspect model.direct
  direct inspect model.direct --json
  direct inspect all.stats
  direct inspect draws.safetensors --json)";

struct InspectArguments {
  std::string path;
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
  if (!schema.likelihood->is_gaussian) text += fmt::format("likelihood  {}\n", schema.likelihood->name);
  if (!schema.classes.empty())
    text += fmt::format("classes     \"{}\" and \"{}\"\n", schema.classes[0], schema.classes[1]);
  if (!schema.exposure_name.empty()) text += fmt::format("exposure    {}\n", schema.exposure_name);
  if (!schema.weight_name.empty()) text += fmt::format("weight      {}\n", schema.weight_name);
  for (std::size_t i = 0; i < schema.columns.size(); ++i) {
    text += fmt::format("{:<11} {}\n", i == 0 ? "inputs" : "", column_text(schema.columns[i]));
  }
  if (!schema.dropped.empty()) text += fmt::format("dropped     {}\n", fmt::join(schema.dropped, ", "));
  return text + fmt::format("policies    missing {}, unseen {}\n", word_of(schema.missing), word_of(schema.unseen));
}

std::string features_text(const FeatureMap& map) {
  if (map.degree > 1) return fmt::format("features    {}\n", feature_count(map));
  return fmt::format("features    {} {}{}\n", map.num_features(), word_of(map.kind),
                     map.integer ? fmt::format(", {} bits", feature_bits(map)) : "");
}

// Values of the noise grid that hold at least a thousandth of the probability.
std::string noise_lines(const TrainedModel& model) {
  const std::vector<double> variances = noise_variances(model);
  const std::vector<double> probabilities = noise_probabilities(model);
  const Likelihood likelihood = model.preparation.schema.likelihood;
  std::string text;
  if (!likelihood->has_dispersion()) return text;
  for (std::size_t l = 0; l < variances.size(); ++l) {
    if (probabilities[l] < 1e-3) continue;
    text += fmt::format("{:<11} {:.4g} with probability {:.3f}\n", text.empty() ? likelihood->dispersion_name : "",
                        likelihood->is_gaussian ? std::sqrt(variances[l]) : variances[l], probabilities[l]);
  }
  return text;
}

std::string learned_text(const WeightPrior& prior, const std::string& levels) {
  const auto [shortest, longest] = std::ranges::minmax(prior.learned->steps);
  const std::string steps =
      shortest == longest ? fmt::format("one step of {:.4g}", longest) : fmt::format("a step, at most {:.4g}", longest);
  return fmt::format("levels      {}, learned: of each weight a centre and {}\n", levels, steps);
}

std::string support_text(const TrainedModel& model) {
  const auto levels = levels_report(model);
  if (model.prior.learned)
    return learned_text(model.prior, levels ? levels_text(*levels) : std::to_string(model.prior.num_levels()));
  const LevelRange range = level_range(model);
  return fmt::format("levels      {} from {:.4g} to {:.4g}{}\n", model.prior.num_levels(), range.lowest, range.highest,
                     shares_levels(model) ? "" : ", of each weight its own");
}

std::string prior_text(const TrainedModel& model) {
  const WeightPrior& prior = model.prior;
  const std::string spike = prior.kind == PriorKind::spike_slab ? fmt::format(", spike {:.4g}", prior.spike) : "";
  std::string text = fmt::format("prior       {}, scale {:.4g}{}\n", word_of(prior.kind), prior_scale(model), spike);
  const PriorScales mixture = prior_scales(model);
  for (std::size_t c = 0; c < mixture.scales.size(); ++c) {
    text +=
        fmt::format("{:<11} scale {:.4g} with probability {:.3f}, {:.3f} by the posterior\n", c == 0 ? "mixture" : "",
                    mixture.scales[c], mixture.probabilities[c], mixture.responsibilities[c]);
  }
  return text;
}

// Draws are certain of every weight; mean field, if some were replaced by it, is the last component.
std::string ensemble_text(const TrainedModel& model) {
  if (const auto& deviations = model.posterior.deviations)
    return fmt::format("posterior   {} deviations about a centre, law {}\n", deviations->count(),
                       word_of(model.options.law));
  const std::size_t asked_for = num_components(model.options), count = model.posterior.num_components();
  if (is_point_mass(model.posterior.log_probabilities.back())) return fmt::format("posterior   {} draws\n", count);
  if (count == 1) return fmt::format("posterior   mean-field: the grid holds none of {} draws\n", asked_for);
  return fmt::format("posterior   {} of {} draws, and mean field for the others\n", count - 1, asked_for);
}

std::string posterior_text(const TrainedModel& model) {
  const PosteriorKind kind = model.options.posterior;
  const std::size_t count = model.posterior.num_components();
  if (kind == PosteriorKind::mean_field) return "posterior   mean-field\n";
  if (kind == PosteriorKind::draws) return ensemble_text(model);
  return fmt::format("posterior   mixture of {}, entropy {}\n", count, word_of(model.options.entropy));
}

std::string model_text(const TrainedModel& model) {
  const FitSummary& summary = model.summary;
  std::string text = interval_warnings_text(interval_warnings(model)) + schema_text(model.preparation.schema);
  auto end = std::back_inserter(text);
  fmt::format_to(end, "rows        {}\n", summary.num_rows);
  if (model.options.model == ModelKind::network) fmt::format_to(end, "model       {}\n", network_text(model));
  text += features_text(model.preparation.features);
  text += metric_text(model.preparation);
  text += support_text(model);
  text += prior_text(model);
  text += posterior_text(model);
  text += noise_lines(model);
  fmt::format_to(end, "protocol    {}\n", summary.protocol);
  fmt::format_to(end, "elbo        {:.3f} nats, {} ({} iterations)\n", summary.elbo,
                 summary.converged ? "converged" : "NOT converged", summary.iterations);
  fmt::format_to(end, "sparsity    {:.3f} of the weights are zero\n", sparsity(model.posterior, model.prior));
  fmt::format_to(end, "zero codes  {:.3f} of the codes are the middle of the grid\n",
                 zero_codes(model.posterior, model.prior));
  fmt::format_to(end, "active      {} of {} {}\n", active_features(model.posterior, model.prior).size(),
                 model.prior.num_features(), model.options.model == ModelKind::network ? "weights" : "features");
  fmt::format_to(end, "statistics  {}\n",
                 model.statistics                                   ? "kept, " + exactness(*model.statistics)
                 : model.preparation.schema.likelihood->is_gaussian ? "left out (slim)"
                                                                    : "none: they are not enough for this likelihood");
  if (model.calibration) {
    const double level = std::min(0.9, largest_level(*model.calibration));
    fmt::format_to(end, "calibrated  on {} rows; an interval at {} is mean -+ {:.4g} std_total\n",
                   model.calibration->num_rows, level, interval_scale(*model.calibration, level));
  }
  fmt::format_to(end, "seed        {}\n", model.options.seed);
  return text;
}

std::string statistics_text(const PreparedStatistics& file) {
  const Preparation& preparation = file.preparation;
  std::string text = schema_text(preparation.schema);
  auto end = std::back_inserter(text);
  fmt::format_to(end, "rows        {}{}\n", num_rows(file.statistics),
                 num_rows(file.statistics) == 0.0 ? ", a prepared map" : "");
  text += features_text(preparation.features);
  fmt::format_to(end, "statistics  {}\n", exactness(file.statistics));
  fmt::format_to(end, "pilot       noise std {:.4g}, prior scale {:.4g}\n", std::sqrt(pilot_noise(preparation)),
                 std::sqrt(preparation.pilot.weight));
  return text;
}

std::string draws_text(const DrawsSummary& draws) {
  std::string text;
  auto end = std::back_inserter(text);
  fmt::format_to(end, "draws       {}\n", draws.count);
  fmt::format_to(end, "weights     {}\n", draws.num_features);
  fmt::format_to(end, "levels      {}, {} bits\n", draws.num_levels, code_bits(draws.num_levels));
  fmt::format_to(end, "size        {} bytes a draw\n", bytes_per_draw(draws.num_features, draws.num_levels));
  fmt::format_to(end, "sparsity    {:.3f} of the drawn weights are zero\n", draws.sparsity());
  fmt::format_to(end, "zero codes  {:.3f} of the drawn codes are the middle of the grid\n", draws.zero_codes());
  return text;
}

// The file knows the levels of its weights and nothing else of their prior.
DrawsSummary draws_in_file(const std::string& path) { return summary(load_draws(path), load_draws_grid(path)); }

template <typename File>
ExitCode show(const File& file, std::string (*text)(const File&), bool json) {
  print(json ? to_json(file) : text(file));
  return exit_ok;
}

ExitCode run_inspect(const InspectArguments& arguments) {
  const bool json = arguments.reporting.json;
  switch (file_kind(arguments.path)) {
    case FileKind::model:
      return show(load_model(arguments.path), model_text, json);
    case FileKind::statistics:
      return show(load_statistics(arguments.path), statistics_text, json);
    case FileKind::draws:
      return show(draws_in_file(arguments.path), draws_text, json);
  }
  return exit_internal;
}

}  // namespace

Action add_inspect(Flags& flags) {
  auto arguments = std::make_shared<InspectArguments>();
  flags.footer(inspect_examples);
  flags.argument("FILE", arguments->path, "a .direct or .stats file, or one of packed draws");
  add_json_flag(flags, arguments->reporting);
  return [arguments](const Ranks&) { return run_inspect(*arguments); };
}

}  // namespace direct
