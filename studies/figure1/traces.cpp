// SPDX-License-Identifier: MIT
#include "figure1/traces.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "harness/clocks.h"

namespace study {
namespace {

double exact_elbo(const Figure1Problem& problem, const direct::Posterior& posterior) {
  return direct::elbo(direct::LinearRegression(problem.statistics), problem.prior, problem.noise, posterior);
}

double prior_elbo(const Figure1Problem& problem) {
  return exact_elbo(problem, prior_as_posterior(problem.prior, problem.noise));
}

Trace timed_fit(const Figure1Problem& problem, direct::FitOptions options) {
  Trace trace = {{0, problem.statistics_seconds, prior_elbo(problem)}};
  const Clocks clocks;
  options.progress = [&](const direct::ProgressEvent& event) {
    if (event.stage != "fit") return true;
    const double seconds = problem.statistics_seconds + clocks.elapsed().wall;
    trace.push_back({static_cast<int>(trace.size()), seconds, std::max(trace.back().elbo, event.elbo)});
    return true;
  };
  fit_posterior(problem.statistics, problem.prior, problem.noise, options);
  return trace;
}

// Twelve points to a factor of ten.
int next_point(int iteration) { return std::max(iteration + 1, static_cast<int>(std::lround(iteration * 1.2115))); }

void ascend(Logits& logits, const Logits& gradient, double step) {
  for (std::size_t i = 0; i < logits.weights.size(); ++i) logits.weights.data()[i] += step * gradient.weights.data()[i];
  for (std::size_t i = 0; i < logits.noise.size(); ++i) logits.noise[i] += step * gradient.noise[i];
}

}  // namespace

Logits uniform_logits(const Figure1Problem& problem) {
  return {direct::Matrix(problem.prior.num_levels(), problem.prior.num_features()),
          std::vector<double>(problem.noise.variances.size())};
}

Trace direct_trace(const Figure1Problem& problem, direct::Optimizer optimizer, int repetitions) {
  const direct::FitOptions options{.posterior = direct::PosteriorKind::mean_field, .optimizer = optimizer};
  std::vector<Trace> runs;
  for (int i = 0; i < repetitions; ++i) runs.push_back(timed_fit(problem, options));
  Trace typical = runs.front();
  for (std::size_t k = 0; k < typical.size(); ++k) {
    std::vector<double> seconds;
    for (const Trace& run : runs) seconds.push_back(run[k].seconds);
    std::ranges::nth_element(seconds, seconds.begin() + repetitions / 2);
    typical[k].seconds = seconds[seconds.size() / 2];
  }
  return typical;
}

ReinforceProblem reinforce_problem(const Figure1Problem& problem, SquareErrors square_errors) {
  return {problem.statistics.num_rows, std::move(square_errors), problem.prior, problem.noise};
}

Trace reinforce_trace(const Figure1Problem& problem, const ReinforceOptions& options) {
  const ReinforceProblem reinforce = reinforce_problem(problem, square_errors_from_statistics(problem.statistics));
  ReinforceGradient gradient(reinforce, options.samples, options.baseline, options.seed);
  Logits logits = uniform_logits(problem);
  double seconds = problem.statistics_seconds;
  Trace trace = {{0, seconds, prior_elbo(problem)}};
  for (int iteration = 1, next = 1; iteration <= options.iterations; ++iteration) {
    const Clocks clocks;
    ascend(logits, gradient(logits), options.step_size * (1.0 - (iteration - 1.0) / options.iterations));
    seconds += clocks.elapsed().wall;
    if (iteration != next && iteration != options.iterations) continue;
    trace.push_back({iteration, seconds, exact_elbo(problem, posterior_of(logits))});
    next = next_point(iteration);
  }
  return trace;
}

TunedTrace tuned_reinforce_trace(const Figure1Problem& problem, ReinforceOptions options) {
  constexpr int num_steps = 17, num_finalists = 3;
  std::vector<TunedTrace> runs;
  ReinforceOptions trial = options;
  trial.iterations = std::max(1, options.iterations / 10);
  for (int halves = 0; halves < num_steps; ++halves) {
    trial.step_size = std::pow(10.0, -0.5 * halves);
    runs.push_back({trial.step_size, reinforce_trace(problem, trial)});
  }
  const auto final_elbo = [](const TunedTrace& run) { return run.trace.back().elbo; };
  std::ranges::sort(runs, std::greater(), final_elbo);
  runs.resize(num_finalists);
  for (TunedTrace& run : runs) {
    options.step_size = run.step_size;
    run.trace = reinforce_trace(problem, options);
  }
  return *std::ranges::max_element(runs, {}, final_elbo);
}

}  // namespace study
