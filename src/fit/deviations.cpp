// SPDX-License-Identifier: MIT
#include "fit/deviations.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <optional>

#include <direct/elbo.h>

#include "algebra/blas.h"
#include "algebra/categorical.h"
#include "algebra/cholesky.h"
#include "algebra/dense.h"
#include "algebra/parallel.h"
#include "fit/learned_support.h"
#include "fit/rounded_draw.h"
#include "fit/rounding_cost.h"
#include "fit/starts.h"
#include "models/companion_deviation.h"

namespace direct {
namespace {

constexpr double accepted_cost = 0.02;  // nats per row

// The companion and all that does not depend on the grid.
struct ExactEnsemble {
  WeightPrior product;
  double noise_precision;
  OrderedCompanion companion;
  Matrix deviations;              // num_features x K
  std::vector<double> marginals;  // of each weight by itself, sqrt((A^-1)_jj)
};

std::vector<double> marginal_deviations(const OrderedCompanion& companion) {
  Matrix inverse = companion.factor;
  invert_factorised(inverse);
  std::vector<double> result(companion.order.size());
  for (std::size_t i = 0; i < result.size(); ++i) result[companion.order[i]] = std::sqrt(inverse(i, i));
  return result;
}

Matrix exact_deviations(const OrderedCompanion& companion, std::size_t count, std::uint64_t seed) {
  Matrix result(companion.order.size(), count);
  parallel_for(count, [&](std::size_t k) {
    const std::vector<double> ordered = companion_deviation(companion.factor, seed, RandomStream::ensemble, k);
    for (std::size_t i = 0; i < ordered.size(); ++i) result(companion.order[i], k) = ordered[i];
  });
  return result;
}

ExactEnsemble exact_ensemble(const DeviationProblem& p, double noise_precision) {
  ExactEnsemble result{.product = effective_prior(p.prior, p.responsibilities), .noise_precision = noise_precision};
  result.companion = ordered_companion(p.statistics, result.product, noise_precision);
  result.deviations = exact_deviations(result.companion, num_components(p.options), p.options.seed);
  result.marginals = marginal_deviations(result.companion);
  return result;
}

// The share of each weight that the data determine; their sum is the trace of the leverages.
std::vector<double> effective_shares(const ExactEnsemble& exact) {
  std::vector<double> shares(exact.marginals.size());
  for (std::size_t j = 0; j < shares.size(); ++j)
    shares[j] = 1.0 - exact.marginals[j] * exact.marginals[j] / exact.product.variances[j];
  return shares;
}

struct RoundedEnsemble {
  Deviations codes;
  LearnedGrid grid;
  std::vector<DrawReport> reports;
  int sweeps = 0;
  double cost = 0.0;
};

LearnedGrid grid_for(const DeviationProblem& p, const ExactEnsemble& exact, std::size_t num_levels, double factor) {
  std::vector<double> steps = steps_for(exact.marginals, num_levels);
  for (double& step : steps) step *= factor;
  const bool shared = p.options.support.kind == Support::Kind::learned_shared;
  if (shared) steps.front() = shared_step(steps);
  return learned_grid(exact.companion.mean, steps, shared);
}

void round_all(const DeviationProblem& p, const ExactEnsemble& exact, RoundedEnsemble& result, Matrix& rounded) {
  constexpr std::size_t block = 16;  // between two looks at who wants to stop
  const std::vector<double>& steps = result.grid.steps;
  const double reach = static_cast<double>(result.codes.num_levels / 2);
  const auto code = [&](std::size_t j, double value) {
    return std::clamp(std::round(value / steps[j]), -reach, reach);
  };
  const NearestLevel nearest = [&](std::size_t j, double value) { return steps[j] * code(j, value); };
  const CompanionMetric metric{p.statistics, exact.product, exact.noise_precision};
  std::vector<RoundedDraw> draws(exact.deviations.cols());
  for (std::size_t first = 0; first < draws.size(); first += block) {
    report(p.options.progress, {.stage = "deviations", .done = static_cast<double>(first)});
    parallel_for(std::min(block, draws.size() - first), [&](std::size_t i) {
      draws[first + i] = rounded_draw(metric, exact.companion, exact.deviations.column(first + i), nearest);
    });
  }
  for (std::size_t k = 0; k < draws.size(); ++k) {
    std::ranges::copy(draws[k].point, rounded.column(k).begin());
    for (std::size_t j = 0; j < steps.size(); ++j)
      result.codes.codes.push_back(static_cast<std::int16_t>(code(j, draws[k].point[j])));
    result.reports.push_back(
        {.fate = draws[k].refined ? DrawFate::refined : DrawFate::kept, .distortion = draws[k].distortion});
    result.sweeps = std::max(result.sweeps, draws[k].sweeps);
  }
}

RoundedEnsemble rounded_ensemble(const DeviationProblem& p, const ExactEnsemble& exact, const RoundingCost& cost,
                                 std::size_t num_levels, double factor) {
  const std::size_t b = exact.marginals.size(), odd = num_levels - 1 + num_levels % 2;
  RoundedEnsemble result{.codes = {.num_features = b, .num_levels = odd}, .grid = grid_for(p, exact, odd, factor)};
  Matrix rounded(b, exact.deviations.cols());
  round_all(p, exact, result, rounded);
  std::vector<double> centre_error = centre_weights(result.grid);
  view(centre_error) -= view(exact.companion.mean);
  result.cost = cost({.exact = exact.deviations, .rounded = rounded, .centre_error = centre_error});
  return result;
}

// Shorter steps cut some deviations off and let the other weights make up for it, which is at times the better.
RoundedEnsemble best_of_steps(const DeviationProblem& p, const ExactEnsemble& exact, const RoundingCost& cost,
                              std::size_t num_levels, double limit) {
  RoundedEnsemble best = rounded_ensemble(p, exact, cost, num_levels, 1.0);
  for (const double factor : {0.75, 0.5}) {
    if (best.cost <= limit) break;
    RoundedEnsemble next = rounded_ensemble(p, exact, cost, num_levels, factor);
    if (next.cost < best.cost) best = std::move(next);
  }
  return best;
}

// The first of 4, 8 and 16 bits that costs next to nothing.
RoundedEnsemble by_need(const DeviationProblem& p, const ExactEnsemble& exact, const RoundingCost& cost) {
  constexpr double within_reach = 4.0 * accepted_cost;
  RoundedEnsemble best = rounded_ensemble(p, exact, cost, 15, 1.0);
  if (best.cost > accepted_cost && best.cost <= within_reach) best = best_of_steps(p, exact, cost, 15, accepted_cost);
  for (const std::size_t num_levels : {std::size_t{255}, most_deviation_levels}) {
    if (best.cost <= accepted_cost) break;
    RoundedEnsemble next = rounded_ensemble(p, exact, cost, num_levels, 1.0);
    if (next.cost < best.cost) best = std::move(next);
  }
  return best;
}

FittedPosterior fitted(const DeviationProblem& p, RoundedEnsemble ensemble) {
  FittedPosterior result{.prior = about_centres(p.prior, std::move(ensemble.grid), ensemble.codes.num_levels / 2),
                         .noise = p.noise,
                         .fit = {.posterior = ensemble_posterior(std::move(ensemble.codes), p.noise.log_prior)}};
  Posterior& q = result.fit.posterior;
  const LinearRegression model(p.statistics);
  const ExpectedLikelihood likelihood = expected_likelihood(model, result.prior, p.noise, q, false);
  q.noise_log_probabilities =
      p.noise_log_posterior.empty()
          ? log_noise_posterior(p.noise, p.statistics.num_rows, expected_square_error(p.statistics, result.prior, q))
          : p.noise_log_posterior;
  result.fit.report = ensemble_report("deviations", ensemble.sweeps, elbo(likelihood, result.prior, p.noise, q),
                                      std::move(ensemble.reports));
  result.fit.report.rounding_cost = ensemble.cost;
  return result;
}

FittedPosterior ensemble_at(const DeviationProblem& p, double noise_precision) {
  const ExactEnsemble exact = exact_ensemble(p, noise_precision);
  const RoundingCost cost(p.statistics, exact.companion, effective_shares(exact), noise_precision, p.rows);
  return fitted(p, p.options.levels == 0 ? by_need(p, exact, cost)
                                         : best_of_steps(p, exact, cost, p.options.levels, largest_trusted_cost));
}

}  // namespace

// The companion is taken at the noise that its prior expects, and once more where the ensemble says otherwise.
FittedPosterior fit_deviations(const DeviationProblem& p) {
  use_single_threaded_blas();
  if (!p.noise_log_posterior.empty())
    return ensemble_at(p, noise_moments(p.noise, exponentials(p.noise_log_posterior)).precision);
  const double guess = prior_noise_precision(p.noise);
  FittedPosterior result = ensemble_at(p, guess);
  const double found = noise_precision(result.fit.posterior, p.noise);
  if (std::abs(found - guess) > 0.1 * guess) result = ensemble_at(p, found);
  return result;
}

}  // namespace direct
