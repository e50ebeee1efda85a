// SPDX-License-Identifier: MIT
#include "fit/network/network_search.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>

#include "algebra/categorical.h"
#include "algebra/parallel.h"
#include "fit/network/chain_search.h"
#include "fit/network/neighbourhood_search.h"
#include "fit/network/network_ascent.h"
#include "fit/network/network_starts.h"
#include "fit/network/point_search.h"
#include "fit/softmax_lbfgs.h"

namespace direct {
namespace {

bool is_thorough(const NetworkProblem& p) { return p.options.optimizer == Optimizer::best; }

// In full precision, each at a local maximum.
std::vector<NetworkStart> starts_of(const NetworkProblem& p, double weight_variance) {
  constexpr int most_iterations = 500;
  const std::size_t num_random = is_thorough(p) ? 31 : 7;
  std::vector<NetworkStart> starts;
  if (has_one_hidden_layer(p)) starts.push_back(companion_network(p, weight_variance));
  for (std::size_t i = 1; i <= num_random; ++i) starts.push_back(random_network(p, i));
  parallel_for(starts.size(), [&](std::size_t i) {
    report(p.options.progress, {.stage = "search", .done = static_cast<double>(i)});
    maximise_log_joint(p, std::vector<bool>(starts[i].weights.size(), true), most_iterations, starts[i].weights);
  });
  return starts;
}

// Rounds of few weights cost little, those of several hidden layers much.
int patience_of(const NetworkProblem& p) {
  constexpr std::size_t effort = 1200;
  if (is_thorough(p)) return 100;
  if (!has_one_hidden_layer(p)) return 15;
  return static_cast<int>(std::clamp(effort / p.prior.num_features(), std::size_t{30}, std::size_t{100}));
}

GridPoint point_from(const NetworkProblem& p, std::vector<double> weights, std::uint64_t stream) {
  const std::vector<bool> all(weights.size(), true);
  round_to_grid(p, all, weights);
  GridPoint point(p, weights);
  if (p.options.optimizer == Optimizer::ascent) return point;
  search_chains(p, all, point);
  search_neighbourhoods(p, {.patience = patience_of(p), .stream = stream}, point);
  search_chains(p, all, point);
  return point;
}

PosteriorFit best_of(std::vector<PosteriorFit> fits) {
  return *std::ranges::max_element(fits, {}, [](const PosteriorFit& fit) { return fit.report.elbo; });
}

// Points of a deeper network are compared by their log joint density, for each sweep of ascent takes a while.
PosteriorFit ascend_from(const NetworkProblem& p, const std::vector<NetworkStart>& starts) {
  std::vector<std::optional<GridPoint>> points(starts.size());
  parallel_for(starts.size(), [&](std::size_t i) { points[i] = point_from(p, starts[i].weights, i); });
  if (!has_one_hidden_layer(p)) {
    const auto best = std::ranges::max_element(points, {}, [](const auto& point) { return point->value(); });
    return ascend(p, (*best)->weights(), starts[static_cast<std::size_t>(best - points.begin())].name);
  }
  std::vector<PosteriorFit> fits(starts.size());
  parallel_for(starts.size(), [&](std::size_t i) { fits[i] = ascend(p, points[i]->weights(), starts[i].name); });
  return best_of(std::move(fits));
}

// A distribution about each weight, a step of its grid wide.
Posterior spread_about(const NetworkProblem& p, const std::vector<double>& weights) {
  Posterior q = prior_as_posterior(p.prior, p.noise);
  for (std::size_t j = 0; j < weights.size(); ++j) {
    const auto log_q = q.log_probabilities.front().column(j);
    for (std::size_t k = 0; k < log_q.size(); ++k) {
      const double distance = (p.prior.levels(k, j) - weights[j]) / step_of(p, j);
      log_q[k] = -0.5 * distance * distance;
    }
    normalise_log(log_q);
  }
  return q;
}

PosteriorFit climb_lbfgs(const NetworkProblem& p, Posterior start, const std::string& name) {
  return climb_softmax_lbfgs(search_problem(p), {.posterior = std::move(start)}, {.prior = p.options.prior_bound}, name,
                             0.0, p.options);
}

// The paper's way.
PosteriorFit climb_from(const NetworkProblem& p, const std::vector<NetworkStart>& starts) {
  std::vector<PosteriorFit> fits(starts.size());
  parallel_for(starts.size(), [&](std::size_t i) {
    fits[i] = climb_lbfgs(p, spread_about(p, starts[i].weights), "lbfgs, " + starts[i].name);
  });
  return best_of(std::move(fits));
}

// Where ascent from weight to weight crawls, L-BFGS still finds something to gain.
PosteriorFit polished(const NetworkProblem& p, PosteriorFit before) {
  PosteriorFit after = climb_lbfgs(p, before.posterior, before.report.start);
  if (!(after.report.elbo > before.report.elbo)) return before;
  for (TracePoint& point : after.report.trace) point.iteration += before.report.iterations;
  after.report.trace.insert(after.report.trace.begin(), before.report.trace.begin(), before.report.trace.end());
  after.report.iterations += before.report.iterations;
  return after;
}

// Searches from weight to weight take time with the square of their number.
bool is_too_large_to_search(const NetworkProblem& p) {
  constexpr std::size_t most_weights = 2000;
  return p.prior.num_features() > most_weights;
}

PosteriorFit searched(const NetworkProblem& p, double weight_variance) {
  const std::vector<NetworkStart> starts = starts_of(p, weight_variance);
  if (p.options.optimizer == Optimizer::lbfgs) return climb_from(p, starts);
  if (is_too_large_to_search(p)) {
    PosteriorFit fit = climb_from(p, starts);
    fit.report.notes.push_back("a network of more than 2000 weights is not searched on its grid, but left to L-BFGS");
    return fit;
  }
  PosteriorFit fit = ascend_from(p, starts);
  if (p.options.optimizer == Optimizer::ascent) return fit;
  fit = polished(p, std::move(fit));
  return is_thorough(p) ? best_of({fit, climb_from(p, starts)}) : fit;
}

}  // namespace

namespace {

// Starts are searched from on all threads, and report one at a time.
template <typename Search>
auto with_reports_in_turn(const NetworkProblem& p, const Search& search) {
  std::mutex one_at_a_time;
  FitOptions options = p.options;
  options.progress = [&](const ProgressEvent& event) {
    const std::lock_guard lock(one_at_a_time);
    report(p.options.progress, event);
    return true;
  };
  return search({p.model, p.point, p.statistics, p.prior, p.noise, options});
}

}  // namespace

double full_precision_error(const NetworkProblem& problem, double weight_variance) {
  return with_reports_in_turn(problem, [&](const NetworkProblem& p) {
    double least = HUGE_VAL;
    for (const NetworkStart& start : starts_of(p, weight_variance))
      least = std::min(least, p.point.square_error(p.statistics, start.weights));
    return least / p.statistics.num_rows;
  });
}

PosteriorFit search_network(const NetworkProblem& problem, double weight_variance) {
  return with_reports_in_turn(problem, [&](const NetworkProblem& p) { return searched(p, weight_variance); });
}

}  // namespace direct
