// SPDX-License-Identifier: MIT
#include "fit/fit_learned.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <optional>

#include <direct/elbo.h>

#include "algebra/cholesky.h"
#include "algebra/dense.h"
#include "fit/draw_ensemble.h"
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

  bool shared() const { return options.support == "learned-shared"; }
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

// Of each weight by itself, sqrt((A^-1)_jj).
std::vector<double> marginal_deviations(const OrderedCompanion& companion) {
  Matrix inverse = companion.factor;
  invert_factorised(inverse);
  std::vector<double> result(companion.order.size());
  for (std::size_t i = 0; i < result.size(); ++i) result[companion.order[i]] = std::sqrt(inverse(i, i));
  return result;
}

// Rounding errors of a grid about the mean are as good as independent from draw to draw: a distortion d of each widens
// predictions by a share d of the noise, at a loss of about d^2 / 4 nats a row. What all draws share costs half of
// itself.
// And with too few levels all draws may be rounded to the same.
constexpr double tolerated_distortion = 0.25, largest_bias = 0.02, least_spread = 0.25;

// What the mean of the draws leaves unexplained beyond the companion's, in units of the noise.
double bias(const LearnedProblem& p, const FittedPosterior& fitted, const std::vector<double>& companion_mean) {
  const double excess = unexplained_variance(p.statistics, fitted) - unexplained_variance(p.statistics, companion_mean);
  return noise_precision(fitted.fit.posterior, p.noise) * excess;
}

// Mean of tau (w - mean)' G (w - mean) / n over the draws: their share of the noise in what they predict.
double learned_spread(const LearnedProblem& p, const FittedPosterior& fitted) {
  const Posterior& q = fitted.fit.posterior;
  Matrix draws(fitted.prior.num_features(), q.num_components());
  for (std::size_t i = 0; i < draws.cols(); ++i)
    std::ranges::copy(
        weight_moments({.log_component_weights = {0.0}, .log_probabilities = {q.log_probabilities[i]}}, fitted.prior)
            .means,
        draws.column(i).begin());
  const Matrix residuals = LinearRegression(p.statistics).residuals(draws);
  const auto deviations = (view(draws).colwise() - view(draws).rowwise().mean()).eval();
  const double sum = -(deviations.array() * view(residuals).array()).sum();  // residuals are c - G w
  return noise_precision(q, p.noise) * sum / static_cast<double>(draws.cols()) / p.statistics.num_rows;
}

// The same of exact draws: tau tr(G A^-1) / n, where tau G is A but for the precision of the prior.
double exact_spread(const LearnedProblem& p, const WeightPrior& product, const std::vector<double>& deviations) {
  double effective_weights = 0.0;
  for (std::size_t j = 0; j < deviations.size(); ++j)
    effective_weights += 1.0 - deviations[j] * deviations[j] / product.variances[j];
  return effective_weights / p.statistics.num_rows;
}

double mean_distortion(const FitReport& report) {
  double sum = 0.0;
  for (const DrawReport& draw : report.draws) sum += draw.distortion;
  return sum / static_cast<double>(report.draws.size());
}

struct HeldDraws {
  FittedPosterior fitted;
  bool are_held = false;
};

// Draws on a grid of their own spread. Where it does not hold them, shorter steps are tried: some weights are then cut
// off, and the others make up for it.
HeldDraws least_distorted(const LearnedProblem& p, const std::vector<double>& responsibilities) {
  const OrderedCompanion companion =
      ordered_companion(p.statistics, effective_prior(p.first, responsibilities), p.noise_precision());
  const std::vector<double> deviations = marginal_deviations(companion);
  const std::vector<double> steps = steps_for(deviations, p.first.num_levels());
  const double least = least_spread * exact_spread(p, effective_prior(p.first, responsibilities), deviations);
  std::optional<HeldDraws> best;
  for (const double factor : {1.0, 0.75, 0.5}) {
    std::vector<double> scaled = steps;
    for (double& step : scaled) step *= factor;
    WeightPrior prior = prior_on(p, companion.mean, scaled);
    const WeightPrior product = effective_prior(prior, responsibilities);
    PosteriorFit fit = fit_draws(p.statistics, prior, p.noise, p.options,
                                 {.product = product,
                                  .known = {.mean = companion.mean, .ordered = companion},
                                  .mean_field = {},
                                  .largest_distortion = tolerated_distortion});
    HeldDraws next{.fitted = {std::move(prior), p.noise, std::move(fit)}};
    next.are_held = num_replaced(next.fitted.fit.report.draws) == 0 &&
                    bias(p, next.fitted, companion.mean) <= largest_bias && learned_spread(p, next.fitted) >= least;
    if (next.are_held) return next;
    if (!best || mean_distortion(next.fitted.fit.report) < mean_distortion(best->fitted.fit.report))
      best = std::move(next);
  }
  return std::move(*best);
}

std::string distortion_note(const FitReport& report) {
  double largest = 0.0;
  for (const DrawReport& draw : report.draws) largest = std::max(largest, draw.distortion);
  return fmt::format(
      "the learned grid does not hold the draws (distortion up to {:.3g} of the noise, or all of them alike): the "
      "posterior is the mean-field one; more --levels or --max-active-features auto may hold them",
      largest);
}

// All or none: the grid of draws is too coarse for independent weights.
FittedPosterior fit_learned_ensemble(const LearnedProblem& p) {
  std::optional<FittedPosterior> mean_field;
  std::vector<double> shares;
  if (!p.first.components.empty()) {
    mean_field = fit_learned_mean_field(of_independent_weights(p));
    shares = responsibilities(mean_field->fit.posterior, mean_field->prior).front();
  }
  HeldDraws draws = least_distorted(p, shares);
  FitReport& report = draws.fitted.fit.report;
  if (draws.are_held) return std::move(draws.fitted);
  if (!mean_field) mean_field = fit_learned_mean_field(of_independent_weights(p));
  for (DrawReport& draw : report.draws) draw.fate = DrawFate::replaced;
  mean_field->fit.report.notes.push_back(distortion_note(report));
  mean_field->fit.report.draws = std::move(report.draws);
  return std::move(*mean_field);
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
  return fit_learned_ensemble(problem);
}

}  // namespace

FittedPosterior fit_learned(const SecondMoments& statistics, const WeightPrior& first, const NoisePrior& noise,
                            const FitOptions& options) {
  FittedPosterior fitted = fit_learned_posterior({statistics, first, noise, options});
  if (first.kind == PriorKind::spike_slab)
    fitted.fit.report.notes.push_back(
        options.posterior == PosteriorKind::draws
            ? "draws know a prior by its mean and variance only: a spike does nothing for them"
            : "on a learned grid a spike makes weights small, not zero; --support auto has a level at zero");
  return fitted;
}

}  // namespace direct
