// SPDX-License-Identifier: MIT
#include "fit/network/network_ascent.h"

#include <algorithm>
#include <cmath>

#include <direct/elbo.h>

#include "algebra/categorical.h"
#include "fit/lattice.h"
#include "fit/tolerance.h"

namespace direct {
namespace {

Posterior certain_of(const NetworkProblem& p, const std::vector<double>& weights) {
  Posterior q = prior_as_posterior(p.prior, p.noise);
  Matrix& log_q = q.log_probabilities.front();
  for (std::size_t j = 0; j < weights.size(); ++j) {
    std::ranges::fill(log_q.column(j), -HUGE_VAL);
    log_q(nearest_level(p.prior.levels.column(j), weights[j]), j) = 0.0;
  }
  return q;
}

class Ascent {
 public:
  Ascent(const NetworkProblem& problem, Posterior start)
      : p_(problem), q_(std::move(start)), probabilities_(exponentials(q_.log_probabilities.front())) {
    update_noise();
  }

  // The output first: a change of the others counts by its weights.
  double sweep() {
    const double before = elbo_, precision = noise_precision(q_, p_.noise);
    const WeightPrior prior = effective_prior(p_.prior, q_);
    for (std::size_t j = probabilities_.cols(); j-- > 0;) update_weight(j, prior, precision);
    update_noise();
    return elbo_ - before;
  }

  double elbo() const { return elbo_; }
  Posterior take() { return std::move(q_); }

 private:
  void update_weight(std::size_t j, const WeightPrior& prior, double precision) {
    p_.model.expected_square_error(p_.prior.levels, probabilities_, &by_probability_);
    const auto log_q = q_.log_probabilities.front().column(j);
    for (std::size_t k = 0; k < log_q.size(); ++k)
      log_q[k] = prior.log_prior(k, j) - 0.5 * precision * by_probability_(k, j);
    normalise_log(log_q);
    std::ranges::transform(log_q, probabilities_.column(j).begin(), [](double x) { return std::exp(x); });
  }

  void update_noise() {
    const ExpectedLikelihood likelihood = expected_likelihood(p_.model, p_.prior, p_.noise, q_, false);
    q_.noise_log_probabilities = log_noise_posterior(likelihood, p_.noise, q_);
    elbo_ = direct::elbo(likelihood, p_.prior, p_.noise, q_);
  }

  const NetworkProblem& p_;
  Posterior q_;
  Matrix probabilities_, by_probability_;
  double elbo_ = 0.0;
};

}  // namespace

PosteriorFit ascend(const NetworkProblem& p, const std::vector<double>& weights, const std::string& name) {
  Ascent ascent(p, certain_of(p, weights));
  FitReport ascended{.stop_reason = "max_iterations", .start = name, .trace = {{name, 0, ascent.elbo()}}};
  while (!ascended.converged && ascended.iterations < p.options.max_iterations) {
    const double gain = ascent.sweep();
    ++ascended.iterations;
    ascended.trace.push_back({name, ascended.iterations, ascent.elbo()});
    report(p.options.progress,
           {.stage = "fit", .done = static_cast<double>(ascended.iterations), .elbo = ascent.elbo()});
    ascended.converged = gain <= least_gain(p.options, p.model.num_rows());
  }
  if (ascended.converged) ascended.stop_reason = "converged";
  ascended.elbo = ascent.elbo();
  return {.posterior = ascent.take(), .report = std::move(ascended)};
}

}  // namespace direct
