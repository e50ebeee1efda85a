// SPDX-License-Identifier: MIT
#include "fit/fit_learned.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

#include <direct/elbo.h>

#include "fit/deviations.h"
#include "fit/fit_posterior.h"
#include "fit/learned_support.h"
#include "fit/tolerance.h"

namespace direct {
namespace {

struct LearnedProblem {
  const SecondMoments& statistics;
  const WeightPrior& first;
  const NoisePrior& noise;
  FitOptions options;
  const Matrix* rows;
  std::vector<double> noise_log_posterior;

  bool shared() const { return options.support.kind == Support::Kind::learned_shared; }
  double noise_precision() const { return prior_noise_precision(noise); }
};

LearnedProblem of_independent_weights(const LearnedProblem& p) {
  LearnedProblem result = p;
  result.options.posterior = PosteriorKind::mean_field;
  result.options.components = 0;
  return result;
}

WeightPrior prior_on(const LearnedProblem& p, const std::vector<double>& centres, std::vector<double> steps) {
  if (p.shared()) steps.front() = shared_step(steps);
  return on_grid(p.first, learned_grid(centres, steps, p.shared()));
}

// The companion does not depend on the grid: it is a start for any.
CompanionStart start_at(const LearnedProblem& p, const WeightPrior& prior, const std::vector<double>& mean) {
  CompanionStart start{.mean = mean};
  if (is_coarse(p.statistics, prior, p.noise_precision()))
    start.ordered = ordered_companion(p.statistics, prior, p.noise_precision());
  return start;
}

FittedPosterior fit_on(const LearnedProblem& p, WeightPrior prior, const std::vector<double>& start) {
  PosteriorFit fit = fit_posterior(p.statistics, prior, p.noise, p.options, start_at(p, prior, start));
  return {std::move(prior), p.noise, std::move(fit)};
}

FittedPosterior on_closed_form(const LearnedProblem& p) {
  const std::vector<double> mean = gaussian_companion(p.statistics, p.first, p.noise_precision()).mean;
  const std::vector<double> deviations = conditional_deviations(p.statistics, p.first, p.noise_precision());
  return fit_on(p, prior_on(p, mean, steps_for(deviations, p.first.num_levels())), mean);
}

// Of two rounds the later one's report, with the way to it: the climb on each grid has a name of its own.
FitReport continued(FitReport before, FitReport after, int round) {
  for (const TracePoint& point : after.trace)
    before.trace.push_back({.start = fmt::format("{} on grid {}", point.start, round),
                            .iteration = before.iterations + point.iteration,
                            .elbo = point.elbo});
  after.trace = std::move(before.trace);
  after.iterations += before.iterations;
  return after;
}

// Grid and posterior in turn, as long as the ELBO grows by more than the tolerance.
FittedPosterior fit_learned_mean_field(const LearnedProblem& p) {
  constexpr int most_rounds = 10;
  const LinearRegression model(p.statistics);
  const double tolerance = least_gain(p.options, p.statistics.num_rows);
  FittedPosterior best = on_closed_form(p);
  for (int round = 0; round < most_rounds; ++round) {
    const LearnedGrid grid = improved_grid(model, best.prior, p.noise, best.fit.posterior, p.shared());
    FittedPosterior next = fit_on(p, on_grid(best.prior, grid), weight_moments(best.fit.posterior, best.prior).means);
    const double gain = next.fit.report.elbo - best.fit.report.elbo;
    if (!(gain > 0.0)) break;
    next.fit.report = continued(std::move(best.fit.report), std::move(next.fit.report), round + 1);
    best = std::move(next);
    if (gain <= tolerance) break;
  }
  return best;
}

// On the grid of the mean-field posterior, which is next to that of each of its components.
FittedPosterior fit_learned_mixture(const LearnedProblem& p) {
  FittedPosterior mean_field = fit_learned_mean_field(of_independent_weights(p));
  const std::vector<double> start = weight_moments(mean_field.fit.posterior, mean_field.prior).means;
  return fit_on(p, std::move(mean_field.prior), start);
}

// A mixture prior enters by the components that independent weights are from.
FittedPosterior fit_learned_deviations(const LearnedProblem& p) {
  std::vector<double> shares;
  if (!p.first.components.empty()) {
    const FittedPosterior mean_field = fit_learned_mean_field(of_independent_weights(p));
    shares = responsibilities(mean_field.fit.posterior, mean_field.prior).front();
  }
  return fit_deviations({.statistics = p.statistics,
                         .prior = p.first,
                         .responsibilities = std::move(shares),
                         .noise = p.noise,
                         .options = p.options,
                         .rows = p.rows,
                         .noise_log_posterior = p.noise_log_posterior});
}

FittedPosterior fit_learned_posterior(const LearnedProblem& problem) {
  switch (problem.options.posterior) {
    case PosteriorKind::mean_field:
      return fit_learned_mean_field(problem);
    case PosteriorKind::mixture:
      return fit_learned_mixture(problem);
    case PosteriorKind::draws:
      break;
  }
  return fit_learned_deviations(problem);
}

}  // namespace

FittedPosterior fit_learned(const SecondMoments& statistics, const WeightPrior& first, const NoisePrior& noise,
                            const FitOptions& options, const Matrix* rows, std::vector<double> noise_log_posterior) {
  FittedPosterior fitted =
      fit_learned_posterior({statistics, first, noise, options, rows, std::move(noise_log_posterior)});
  if (has_deviations(options) && options.levels > 0 && options.levels % 2 == 0)
    fitted.fit.report.notes.push_back(
        fmt::format("{} levels: codes about a centre are as many on either side, so {} are used", options.levels,
                    options.levels - 1));
  if (first.kind != PriorKind::gaussian && options.posterior == PosteriorKind::draws)
    fitted.fit.report.notes.push_back(
        "draws know a prior by its mean and variance only: its shape does nothing for them; `posterior` mean-field "
        "sees all of it");
  else if (first.kind == PriorKind::spike_slab)
    fitted.fit.report.notes.push_back(
        "on a learned grid a spike makes weights small, not zero; `support` auto has a level at zero");
  return fitted;
}

}  // namespace direct
