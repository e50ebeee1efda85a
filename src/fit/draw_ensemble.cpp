// SPDX-License-Identifier: MIT
#include "fit/draw_ensemble.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <direct/elbo.h>

#include "algebra/parallel.h"
#include "fit/fitted_posterior.h"
#include "fit/rounded_draw.h"

namespace direct {
namespace {

struct EnsembleProblem {
  const SecondMoments& statistics;
  const WeightPrior& prior;
  const NoisePrior& noise;
  const FitOptions& options;
  const DrawSource& source;
};

struct Ensemble {
  Posterior posterior;
  std::vector<DrawReport> draws;
  int sweeps = 0;
};

std::vector<RoundedDraw> rounded_draws(const CompanionMetric& metric, const OrderedCompanion& companion,
                                       const FitOptions& options) {
  constexpr std::size_t block = 16;  // between two looks at who wants to stop
  const Matrix draws = companion_draws(companion, num_components(options), options.seed);
  std::vector<RoundedDraw> result(draws.cols());
  for (std::size_t begin = 0; begin < result.size(); begin += block) {
    report(options.progress, {.stage = "draws", .done = static_cast<double>(begin)});
    parallel_for(std::min(block, result.size() - begin),
                 [&](std::size_t i) { result[begin + i] = rounded_draw(metric, companion, draws.column(begin + i)); });
  }
  return result;
}

DrawFate fate_of(const RoundedDraw& draw, double largest_distortion) {
  if (!(draw.distortion <= largest_distortion)) return DrawFate::replaced;
  return draw.refined ? DrawFate::refined : DrawFate::kept;
}

Matrix point_mass(const Matrix& levels, const std::vector<double>& point) {
  Matrix result(levels.rows(), levels.cols(), -std::numeric_limits<double>::infinity());
  for (std::size_t j = 0; j < point.size(); ++j) result(nearest_level(levels.column(j), point[j]), j) = 0.0;
  return result;
}

Ensemble ensemble(const EnsembleProblem& p, const CompanionMetric& metric, const OrderedCompanion& companion,
                  std::optional<Matrix>& mean_field) {
  const std::vector<RoundedDraw> rounded = rounded_draws(metric, companion, p.options);
  const double count = static_cast<double>(rounded.size());
  Ensemble result;
  Posterior& q = result.posterior;
  for (const RoundedDraw& draw : rounded) {
    result.draws.push_back({.fate = fate_of(draw, p.source.largest_distortion), .distortion = draw.distortion});
    result.sweeps = std::max(result.sweeps, draw.sweeps);
    if (p.source.mean_field && result.draws.back().fate == DrawFate::replaced) continue;
    q.log_probabilities.push_back(point_mass(p.prior.levels, draw.point));
    q.log_component_weights.push_back(-std::log(count));
  }
  if (const std::size_t replaced = num_replaced(result.draws); p.source.mean_field && replaced > 0) {
    if (!mean_field) mean_field = p.source.mean_field().log_probabilities.front();
    q.log_probabilities.push_back(*mean_field);
    q.log_component_weights.push_back(std::log(static_cast<double>(replaced) / count));
  }
  q.noise_log_probabilities =
      log_noise_posterior(p.noise, p.statistics.num_rows, expected_square_error(p.statistics, p.prior, q));
  return result;
}

// A tempered companion still has the right order.
OrderedCompanion companion_at(double noise_precision, const EnsembleProblem& p) {
  const CompanionStart& known = p.source.known;
  if (!known.ordered) return ordered_companion(p.statistics, p.source.product, noise_precision);
  if (known.temperature == 1.0) return *known.ordered;
  return ordered_companion(p.statistics, p.source.product, noise_precision, known.ordered->order);
}

// The noise of the first ensemble is what its prior expects. Once more where the draws say otherwise.
Ensemble settled_ensemble(const EnsembleProblem& p) {
  const WeightPrior& product = p.source.product;
  const double guess = prior_noise_precision(p.noise);
  std::optional<Matrix> mean_field;
  OrderedCompanion companion = companion_at(guess, p);
  Ensemble result = ensemble(p, {p.statistics, product, guess}, companion, mean_field);
  const double precision = noise_precision(result.posterior, p.noise);
  if (std::abs(precision - guess) <= 0.1 * guess) return result;
  companion = ordered_companion(p.statistics, product, precision, std::move(companion.order));
  return ensemble(p, {p.statistics, product, precision}, companion, mean_field);
}

std::string replaced_note(std::size_t replaced, std::size_t count, double largest_distortion) {
  return fmt::format(
      "{} of {} draws do not fit on the grid (distortion above {}) and are replaced by the mean-field posterior; "
      "more `levels` hold more",
      replaced, count, largest_distortion);
}

}  // namespace

std::size_t num_replaced(const std::vector<DrawReport>& draws) {
  return static_cast<std::size_t>(std::ranges::count(draws, DrawFate::replaced, &DrawReport::fate));
}

PosteriorFit fit_draws(const SecondMoments& statistics, const WeightPrior& prior, const NoisePrior& noise,
                       const FitOptions& options, const DrawSource& source) {
  Ensemble ensemble = settled_ensemble({statistics, prior, noise, options, source});
  const std::size_t replaced = num_replaced(ensemble.draws), count = ensemble.draws.size();
  PosteriorFit fit{.posterior = std::move(ensemble.posterior)};
  const double bound = elbo(LinearRegression(statistics), prior, noise, fit.posterior);
  fit.report = ensemble_report("draws", ensemble.sweeps, bound, std::move(ensemble.draws));
  if (source.mean_field && replaced > 0)
    fit.report.notes.push_back(replaced_note(replaced, count, source.largest_distortion));
  return fit;
}

}  // namespace direct
