// SPDX-License-Identifier: MIT
#include "predict/trust/verdict.h"

#include <fmt/format.h>
#include <algorithm>
#include <optional>

namespace direct {
namespace {

// docs/mathematics.md, "Trust", has the reasons and the measurements.
namespace limits {
constexpr double mean_fair = 0.2, mean_poor = 0.5;
constexpr double narrow_fair = 0.95, narrow_poor = 0.9;
constexpr double wide_fair = 1.1, wide_poor = 1.5;
constexpr double std_model = 0.5;
constexpr double saturated_share = 0.1;
constexpr std::size_t levels_with_a_middle = 4;  // with fewer, the ends are most of what there is
constexpr double cost_poor = 0.2;
constexpr double feature_cost_fair = 0.05, feature_cost_poor = 0.2;  // nats per row
constexpr double gap_per_row = 0.5;
constexpr double pareto_k = 0.7;
}  // namespace limits

// Advice for models that have a choice.
std::string fewer_features(const std::string& conjunction, const TrainedModel& model) {
  const bool has_choice = model.preparation.features.kind == FeatureKind::fourier;
  return has_choice ? conjunction + " lower `num_features`" : "";
}

// Why a spread is not full precision's, and the cure.
std::string reason_of_spread(const TrainedModel& model, const std::string& of_independence) {
  if (has_draws(model)) return "a few draws do not tell their spread well; raise `components` or `levels`";
  if (model.options.posterior == PosteriorKind::draws)
    return of_independence + ", and the grid holds no draws; raise `levels`" + fewer_features(" or", model);
  return of_independence + "; fit with `posterior` draws" + fewer_features(" or", model);
}

std::optional<Finding> convergence(const Trust& trust, const TrainedModel& model) {
  if (trust.converged) return std::nullopt;
  return Finding{Verdict::fair,
                 fmt::format("The fit did not converge ({}): raise `max_iterations`.", model.summary.stop_reason)};
}

std::optional<Finding> feature_codes(const Trust& trust, const TrainedModel&) {
  if (!trust.feature_codes || trust.feature_codes->nll < limits::feature_cost_fair) return std::nullopt;
  return Finding{trust.feature_codes->nll < limits::feature_cost_poor ? Verdict::fair : Verdict::poor,
                 fmt::format("Integer features cost {:.2g} nats per row on unseen rows: fit with `feature_bits` 0 if "
                             "the model is not for a chip.",
                             trust.feature_codes->nll)};
}

// Judged as if the pilot rows had been left out; the comparisons with full precision below are on rows that were not.
std::optional<Finding> levels(const Trust& trust, const TrainedModel&) {
  if (!trust.levels || trust.levels->cost <= largest_trusted_cost) return std::nullopt;
  return Finding{trust.levels->cost < limits::cost_poor ? Verdict::fair : Verdict::poor,
                 fmt::format("{} levels cost {:.2g} nats per row on unseen rows: fit with `levels` auto.",
                             trust.levels->num_levels, trust.levels->cost)};
}

std::optional<Finding> means(const Trust& trust, const TrainedModel& model) {
  if (!trust.companion || trust.companion->mean_difference < limits::mean_fair) return std::nullopt;
  const CompanionComparison& found = *trust.companion;
  return Finding{found.mean_difference < limits::mean_poor ? Verdict::fair : Verdict::poor,
                 fmt::format("The means differ from full precision by {:.2f} of a standard deviation (rms, {:.2f} at "
                             "most): the grid is too coarse for this many rows; raise `levels`{}.",
                             found.mean_difference, found.worst_difference, fewer_features(" or", model))};
}

std::optional<Finding> narrow_intervals(const Trust& trust, const TrainedModel& model) {
  if (!trust.companion || trust.companion->std_total_ratio > limits::narrow_fair) return std::nullopt;
  const double ratio = trust.companion->std_total_ratio;
  return Finding{ratio > limits::narrow_poor ? Verdict::fair : Verdict::poor,
                 fmt::format("std_total is {:.2f} of full precision's, so intervals are narrower than those of full "
                             "precision: {}.",
                             ratio,
                             reason_of_spread(model,
                                              "weights that are independent leave out what correlated features "
                                              "leave open"))};
}

std::optional<Finding> wide_intervals(const Trust& trust, const TrainedModel& model) {
  if (!trust.companion || trust.companion->std_total_ratio < limits::wide_fair) return std::nullopt;
  const double ratio = trust.companion->std_total_ratio;
  return Finding{ratio < limits::wide_poor ? Verdict::fair : Verdict::poor,
                 fmt::format("std_total is {:.2f} of full precision's, so intervals are wider than those of full "
                             "precision on rows like these: {}.",
                             ratio,
                             reason_of_spread(model,
                                              "weights that are independent cannot know that their errors "
                                              "cancel"))};
}

std::optional<Finding> support(const Trust& trust, const TrainedModel& model) {
  const std::size_t saturated = trust.saturation.num_saturated, weights = model.prior.num_features();
  const double share = static_cast<double>(saturated) / static_cast<double>(weights);
  if (share <= limits::saturated_share || num_levels(model.posterior, model.prior) < limits::levels_with_a_middle)
    return std::nullopt;
  return Finding{Verdict::fair, fmt::format("{} of {} weights are at an end of their grid: widen it with `support` "
                                            "LO:HI, and raise `levels`, lest its steps grow.",
                                            saturated, weights)};
}

// Draws of full precision know which combinations of weights the rows leave open.
std::optional<Finding> size(const Trust&, const TrainedModel& model) {
  if (has_draws(model) || static_cast<double>(model.prior.num_features()) <= model.summary.num_rows)
    return std::nullopt;
  return Finding{Verdict::fair, fmt::format("There are more features ({}) than rows ({}), so std_model cannot be "
                                            "relied upon: {}{}.",
                                            model.prior.num_features(), model.summary.num_rows,
                                            model.options.posterior == PosteriorKind::draws
                                                ? "raise `levels`, so that the grid holds draws,"
                                                : "fit with `posterior` draws",
                                            fewer_features(" or", model))};
}

// Where predictions could be compared, this is no reason to distrust them.
std::optional<Finding> independence(const Trust& trust, const TrainedModel&) {
  if (!trust.importance || trust.importance->pareto_k < limits::pareto_k) return std::nullopt;
  return Finding{
      trust.companion ? Verdict::good : Verdict::fair,
      fmt::format("The weights are not independent given the data (Pareto k = {:.2f}, above {}): do not read "
                  "much into single weights.",
                  trust.importance->pareto_k, limits::pareto_k)};
}

std::optional<Finding> uncertainty_of_the_model(const Trust& trust, const TrainedModel&) {
  if (!trust.companion || trust.companion->std_model_ratio > limits::std_model) return std::nullopt;
  return Finding{Verdict::good, fmt::format("std_model is {:.2f} of full precision's: rely on std_total, not on "
                                            "std_model alone.",
                                            trust.companion->std_model_ratio)};
}

std::optional<Finding> gap(const Trust& trust, const TrainedModel&) {
  if (!trust.evidence || trust.evidence->gap_per_row < limits::gap_per_row) return std::nullopt;
  return Finding{Verdict::good, fmt::format("The ELBO is {:.2f} nats per row below the evidence of full precision: do "
                                            "not choose among models by it.",
                                            trust.evidence->gap_per_row)};
}

std::optional<Finding> lack_of_comparison(const Trust& trust, const TrainedModel&) {
  if (trust.companion) return std::nullopt;
  return Finding{Verdict::unknown, fmt::format("Predictions could not be compared with full precision{}.",
                                               trust.converged ? "; the fit converged" : "")};
}

// Only of models that nothing is wrong with.
Finding agreement(const CompanionComparison& found) {
  return {Verdict::good,
          fmt::format("The fit converged and agrees with full precision on {} pilot rows: means within {:.2g} of a "
                      "standard deviation (rms), std_total {:.2f} times its own.",
                      found.num_rows, found.mean_difference, found.std_total_ratio)};
}

using Examination = std::optional<Finding> (*)(const Trust&, const TrainedModel&);
constexpr Examination examinations[] = {convergence,
                                        levels,
                                        feature_codes,
                                        means,
                                        narrow_intervals,
                                        wide_intervals,
                                        support,
                                        size,
                                        independence,
                                        uncertainty_of_the_model,
                                        gap,
                                        lack_of_comparison};

}  // namespace

bool has_draws(const TrainedModel& model) {
  return model.posterior.deviations || std::ranges::any_of(model.posterior.log_probabilities, is_point_mass);
}

std::vector<Finding> findings_of(const Trust& trust, const TrainedModel& model) {
  std::vector<Finding> findings;
  for (const Examination& examine : examinations)
    if (std::optional<Finding> finding = examine(trust, model)) findings.push_back(std::move(*finding));
  const auto is_good = [](const Finding& finding) { return finding.verdict == Verdict::good; };
  if (std::all_of(findings.begin(), findings.end(), is_good))
    findings.insert(findings.begin(), agreement(trust.companion.value()));
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return a.verdict > b.verdict; });
  return findings;
}

}  // namespace direct
