// SPDX-License-Identifier: MIT
#include <direct/draws.h>
#include <direct/elbo.h>
#include <direct/predict.h>
#include <direct/trust.h>

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "algebra/parallel.h"
#include "fit/gaussian_only.h"
#include "fit/linear_only.h"
#include "predict/feature_cost.h"
#include "predict/trust/comparison.h"
#include "predict/trust/effective_weights.h"
#include "predict/trust/importance.h"
#include "predict/trust/pareto_shape.h"
#include "predict/trust/saturation.h"
#include "predict/trust/verdict.h"
#include "predict/yardstick.h"

namespace direct {
namespace {

void compare_predictions(const TrainedModel& model, const CompanionPredictor& companion, Trust& trust) {
  const Matrix& inputs = model.preparation.pilot_inputs;
  if (inputs.rows() == 0) {
    trust.missing.push_back("Predictions against full precision: the model has no pilot rows.");
    return;
  }
  const CompanionComparison found = comparison(Predictor(model)(inputs), companion(inputs));
  if (std::isfinite(found.mean_difference + found.std_model_ratio + found.std_total_ratio))
    trust.companion = found;
  else
    trust.missing.push_back("Predictions against full precision: they are beyond the range of numbers.");
}

void compare_evidence(const TrainedModel& model, const SecondMoments& statistics, const CompanionPredictor& companion,
                      Trust& trust) {
  const double precision = noise_precision(model.posterior, model.noise);
  EvidenceComparison found{
      .elbo = elbo(LinearRegression(statistics), model.prior, model.noise, model.posterior),
      .log_evidence = log_evidence(companion.companion(), statistics, companion.prior(), precision) +
                      0.5 * statistics.num_rows * std::log(2.0 * std::numbers::pi)};
  found.gap_per_row = (found.log_evidence - found.elbo) / statistics.num_rows;
  if (std::isfinite(found.gap_per_row))
    trust.evidence = found;
  else
    trust.missing.push_back("Evidence: it is beyond the range of numbers.");
}

// What keeps importance ratios from meaning anything; empty when nothing does.
std::string objection_to_ratios(const TrainedModel& model) {
  constexpr std::size_t most_weights = 50;
  constexpr double least_entropy = 0.1;  // nats per weight
  const std::size_t num_weights = model.prior.num_features();
  if (has_draws(model)) return "they say nothing of a posterior of draws";
  if (num_weights > most_weights)
    return fmt::format("they say something of at most {} weights, and there are {}", most_weights, num_weights);
  if (weight_entropy(model.posterior) < least_entropy * static_cast<double>(num_weights))
    return "most weights are all but certain of their level";
  return "";
}

std::optional<ImportanceCheck> checked_ratios(const TrainedModel& model, const SecondMoments& statistics,
                                              std::uint64_t seed) {
  constexpr std::size_t num_draws = 4000;
  const Draws draws = sample(model.posterior, model.prior, model.noise, num_draws, seed);
  const std::vector<double> ratios = log_importance_ratios(model, statistics, draws);
  if (!std::all_of(ratios.begin(), ratios.end(), [](double ratio) { return std::isfinite(ratio); }))
    return std::nullopt;
  const std::optional<double> shape = pareto_shape(ratios);
  if (!shape) return std::nullopt;
  return ImportanceCheck{.pareto_k = *shape, .num_draws = num_draws};
}

void look_at_ratios(const TrainedModel& model, const SecondMoments& statistics, std::uint64_t seed, Trust& trust) {
  std::string objection = objection_to_ratios(model);
  if (objection.empty()) {
    trust.importance = checked_ratios(model, statistics, seed);
    if (!trust.importance) objection = "too few of them are different, or some are beyond the range of numbers";
  }
  if (!objection.empty()) trust.missing.push_back("Importance ratios: " + objection + ".");
}

void look_at_features(const TrainedModel& model, Trust& trust) {
  trust.feature_codes = feature_cost(model);
  if (!trust.feature_codes && model.preparation.features.integer)
    trust.missing.push_back("The cost of integer features: the model has no pilot rows.");
}

void look_at_statistics(const TrainedModel& model, const TrustOptions& options, Trust& trust) {
  const SecondMoments statistics = second_moments(*model.statistics);
  const CompanionPredictor companion(model);
  compare_predictions(model, companion, trust);
  look_at_features(model, trust);
  compare_evidence(model, statistics, companion, trust);
  trust.companion_effective_weights = effective_weights(companion.companion(), companion.prior());
  look_at_ratios(model, statistics, options.seed, trust);
}

Trust trust_in_arena(const TrainedModel& model, const TrustOptions& options) {
  const auto num_weights = static_cast<double>(model.prior.num_features());
  Trust trust{.converged = model.summary.converged,
              .levels = levels_report(model),
              .interval_warnings = interval_warnings(model),
              .saturation = saturation(model.posterior, model.prior),
              .effective_weights = effective_weights(model.posterior, model.prior),
              .nonzero_weights = num_weights * (1.0 - sparsity(model.posterior, model.prior))};
  if (model.statistics)
    look_at_statistics(model, options, trust);
  else
    trust.missing.push_back(
        "Predictions, evidence and effective weights of full precision, the cost of integer features, and importance "
        "ratios: the model is slim, it has neither statistics nor pilot rows; fit it without `slim`.");
  const std::vector<Finding> findings = findings_of(trust, model);
  trust.verdict = findings.front().verdict;
  for (const Finding& finding : findings) trust.findings.push_back(finding.sentence);
  return trust;
}

}  // namespace

Trust trust(const TrainedModel& model, const TrustOptions& options) {
  require_gaussian(model.preparation.schema.likelihood, "check");
  require_linear(model.options.model, "check");
  return with_threads(options.threads, [&] { return trust_in_arena(model, options); });
}

}  // namespace direct
