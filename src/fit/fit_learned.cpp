// SPDX-License-Identifier: MIT
#include "fit/fit_learned.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <optional>

#include <direct/elbo.h>

#include "algebra/cholesky.h"
#include "fit/draw_ensemble.h"
#include "fit/fit_posterior.h"
#include "fit/learned_support.h"

namespace direct {
namespace {

struct Problem {
  const SecondMoments& statistics;
  const WeightPrior& first;
  const NoisePrior& noise;
  FitOptions options;

  bool shared() const { return options.support == "learned-shared"; }
  double noise_precision() const { return prior_noise_precision(noise); }
};

Problem of_independent_weights(const Problem& p) {
  Problem result = p;
  result.options.posterior = PosteriorKind::mean_field;
  result.options.components = 0;
  return result;
}

WeightPrior prior_on(const Problem& p, const std::vector<double>& centres, std::vector<double> steps) {
  if (p.shared()) steps.front() = shared_step(steps);
  return on_grid(p.first, learned_grid(centres, steps, p.shared()));
}

// The companion does not depend on the grid: it is a start for any.
CompanionStart start_at(const Problem& p, const WeightPrior& prior, const std::vector<double>& mean) {
  CompanionStart start{.mean = mean};
  if (is_coarse(p.statistics, prior, p.noise_precision()))
    start.ordered = ordered_companion(p.statistics, prior, p.noise_precision());
  return start;
}

FittedPosterior fit_on(const Problem& p, WeightPrior prior, const std::vector<double>& start) {
  PosteriorFit fit = fit_posterior(p.statistics, prior, p.noise, p.options, start_at(p, prior, start));
  return {std::move(prior), p.noise, std::move(fit)};
}

FittedPosterior on_closed_form(const Problem& p) {
  const std::vector<double> mean = gaussian_companion(p.statistics, p.first, p.noise_precision()).mean;
  const std::vector<double> deviations = conditional_deviations(p.statistics, p.first, p.noise_precision());
  return fit_on(p, prior_on(p, mean, steps_for(deviations, p.first.num_levels())), mean);
}

void append_trace(FitReport& report, const FitReport& next) {
  for (TracePoint point : next.trace) {
    point.iteration += report.iterations;
    report.trace.push_back(std::move(point));
  }
}

// Of two rounds, the later one's, with the way to it.
FitReport continued(FitReport before, FitReport after) {
  append_trace(before, after);
  after.trace = std::move(before.trace);
  after.iterations += before.iterations;
  return after;
}

// Grid and posterior in turn, as long as the ELBO grows by more than the tolerance.
FittedPosterior fit_mean_field(const Problem& p) {
  constexpr int most_rounds = 10;
  const LinearRegression model(p.statistics);
  const double tolerance = p.options.tolerance * std::max(1.0, p.statistics.num_rows);
  FittedPosterior best = on_closed_form(p);
  for (int round = 0; round < most_rounds; ++round) {
    const LearnedGrid grid = improved_grid(model, best.prior, p.noise, best.fit.posterior, p.shared());
    FittedPosterior next = fit_on(p, on_grid(best.prior, grid), weight_moments(best.fit.posterior, best.prior).means);
    const double gain = next.fit.report.elbo - best.fit.report.elbo;
    if (!(gain > 0.0)) break;
    next.fit.report = continued(std::move(best.fit.report), std::move(next.fit.report));
    best = std::move(next);
    if (gain <= tolerance) break;
  }
  return best;
}

// On the grid of the mean-field posterior, which is next to that of each of its components.
FittedPosterior fit_mixture(const Problem& p) {
  FittedPosterior mean_field = fit_mean_field(of_independent_weights(p));
  return fit_on(p, std::move(mean_field.prior), weight_moments(mean_field.fit.posterior, mean_field.prior).means);
}

// Of each weight by itself, sqrt((A^-1)_jj).
std::vector<double> marginal_deviations(const OrderedCompanion& companion) {
  Matrix inverse = companion.factor;
  invert_factorised(inverse);
  std::vector<double> result(companion.order.size());
  for (std::size_t i = 0; i < result.size(); ++i) result[companion.order[i]] = std::sqrt(inverse(i, i));
  return result;
}

double mean_distortion(const FitReport& report) {
  double sum = 0.0;
  for (const DrawReport& draw : report.draws) sum += draw.distortion;
  return sum / static_cast<double>(report.draws.size());
}

std::size_t num_replaced(const FitReport& report) {
  return static_cast<std::size_t>(
      std::ranges::count(report.draws, DrawFate::replaced, [](const DrawReport& draw) { return draw.fate; }));
}

// Draws on a grid of their own spread. Where it does not hold them, shorter steps are tried: some weights are then cut
// off, and the others make up for it.
FittedPosterior least_distorted(const Problem& p, const std::vector<double>& responsibilities) {
  const OrderedCompanion companion =
      ordered_companion(p.statistics, effective_prior(p.first, responsibilities), p.noise_precision());
  const std::vector<double> steps = steps_for(marginal_deviations(companion), p.first.num_levels());
  std::optional<FittedPosterior> best;
  for (const double factor : {1.0, 0.75, 0.5}) {
    std::vector<double> scaled = steps;
    for (double& step : scaled) step *= factor;
    WeightPrior prior = prior_on(p, companion.mean, scaled);
    const WeightPrior product = effective_prior(prior, responsibilities);
    PosteriorFit fit = fit_draws(p.statistics, prior, p.noise, p.options,
                                 {.product = product, .known = {.mean = companion.mean, .ordered = companion}});
    if (!best || mean_distortion(fit.report) < mean_distortion(best->fit.report))
      best = FittedPosterior{std::move(prior), p.noise, std::move(fit)};
    if (num_replaced(best->fit.report) == 0) break;
  }
  return std::move(*best);
}

std::string note(const FitReport& report) {
  return fmt::format(
      "the learned grid does not hold {} of {} draws (distortion above {}): the posterior is the mean-field one; "
      "more --levels or --max-active-features may hold them",
      num_replaced(report), report.draws.size(), largest_distortion);
}

// All or none: the grid of draws is too coarse for independent weights.
FittedPosterior fit_ensemble(const Problem& p) {
  std::optional<FittedPosterior> mean_field;
  std::vector<double> shares;
  if (!p.first.components.empty()) {
    mean_field = fit_mean_field(of_independent_weights(p));
    shares = responsibilities(mean_field->fit.posterior, mean_field->prior).front();
  }
  FittedPosterior draws = least_distorted(p, shares);
  if (num_replaced(draws.fit.report) == 0) return draws;
  if (!mean_field) mean_field = fit_mean_field(of_independent_weights(p));
  mean_field->fit.report.notes.push_back(note(draws.fit.report));
  mean_field->fit.report.draws = std::move(draws.fit.report.draws);
  return std::move(*mean_field);
}

}  // namespace

bool is_learned(const FitOptions& options) {
  return options.support == "learned" || options.support == "learned-shared";
}

FittedPosterior fit_learned(const SecondMoments& statistics, const WeightPrior& first, const NoisePrior& noise,
                            const FitOptions& options) {
  const Problem problem{statistics, first, noise, options};
  switch (options.posterior) {
    case PosteriorKind::mean_field:
      return fit_mean_field(problem);
    case PosteriorKind::mixture:
      return fit_mixture(problem);
    case PosteriorKind::draws:
      break;
  }
  return fit_ensemble(problem);
}

}  // namespace direct
