// SPDX-License-Identifier: MIT
#include "fit/row_refinement.h"

#include <algorithm>

#include "fit/batch_adam.h"
#include "fit/fit_moments.h"
#include "fit/mixture.h"
#include "fit/softmax_lbfgs.h"
#include "fit/tolerance.h"
#include "fit/working_statistics.h"

namespace direct {
namespace {

bool is_quadratic(const FitOptions& options) { return options.likelihood.family().is_quadratic(options.bound); }

// Deviations are rounded so that their levels follow the exact ones, and predictions take a code for its level. The
// cells of their grid are wide, and independent of each other: they are no part of the dispersion.
std::vector<double> best_noise(const RowProblem& p, const FittedPosterior& fitted,
                               const ExpectedLikelihood& likelihood) {
  const Posterior& q = fitted.fit.posterior;
  if (!p.noise_log_posterior.empty()) return p.noise_log_posterior;
  if (!q.deviations || fitted.noise.variances.size() == 1) return log_noise_posterior(likelihood, fitted.noise, q);
  return log_noise_posterior(p.model.likelihood_at_levels(fitted.prior, fitted.noise, q), fitted.noise, q);
}

// Chooses the best distribution of the noise; the ELBO becomes that of the rows.
void judge(const RowProblem& p, FittedPosterior& fitted) {
  Posterior& q = fitted.fit.posterior;
  q.noise_log_probabilities = fitted.noise.log_prior;
  const ExpectedLikelihood likelihood = p.model.expected_likelihood(fitted.prior, fitted.noise, q, false);
  q.noise_log_probabilities = best_noise(p, fitted, likelihood);
  FitReport& report = fitted.fit.report;
  report.elbo = elbo(likelihood, fitted.prior, fitted.noise, q);
  report.trace = {{report.start, report.iterations, report.elbo}};  // those of weighted moments mean nothing here
}

// Trace, iterations and notes of what led to the start of a search.
void continue_from(FitReport& report, const FitReport& before) {
  for (TracePoint& point : report.trace) point.iteration += before.iterations;
  report.trace.insert(report.trace.begin(), before.trace.begin(), before.trace.end());
  report.iterations += before.iterations;
  report.notes.insert(report.notes.begin(), before.notes.begin(), before.notes.end());
}

// Every xi at its best for the posterior, then the posterior at its best for these xi, as long as that gains.
FittedPosterior alternated(const RowProblem& p, FittedPosterior best, ChosenVariances& chosen) {
  constexpr int most_rounds = 10;
  for (int round = 0; round < most_rounds; ++round) {
    const WeightMoments moments = weight_moments(best.fit.posterior, best.prior);
    const WorkingStatistics working = working_statistics(p.model.source(), p.options.likelihood,
                                                         {.mean = &moments.means, .variances = &moments.variances});
    ChosenVariances variances = chosen;
    FittedPosterior next =
        fit_moments(working.moments, p.preparation, variances, p.moments_options, std::vector{chosen.variances.noise});
    next.noise = best.noise;
    judge(p, next);
    const double gain = next.fit.report.elbo - best.fit.report.elbo;
    if (!(gain > 0.0)) break;
    continue_from(next.fit.report, best.fit.report);
    chosen = variances;
    best = std::move(next);
    if (gain <= least_gain(p.options, p.model.num_rows())) break;
  }
  return best;
}

PosteriorFit searched(const RowProblem& p, const FittedPosterior& fitted, Posterior start, const std::string& name) {
  const SearchProblem problem = search_problem(p.model, fitted.prior, fitted.noise);
  if (p.options.optimizer == Optimizer::adam)
    return climb_batch_adam(p.model, fitted.prior, fitted.noise, {.posterior = std::move(start)},
                            {.entropy = Entropy::pairwise, .prior = p.options.prior_bound}, p.options);
  if (start.num_components() > 1 || samples_prior(fitted.prior, p.options))
    return search_mixture(problem, fitted.prior, start, log_marginals(start), p.options);
  return climb_softmax_lbfgs(problem, {.posterior = std::move(start)}, {.prior = p.options.prior_bound}, name, 0.0,
                             p.options);
}

FittedPosterior with_search(const RowProblem& p, FittedPosterior fitted, Posterior start, const std::string& name) {
  PosteriorFit fit = searched(p, fitted, std::move(start), name);
  if (fit.report.elbo <= fitted.fit.report.elbo && name != "lbfgs") return fitted;
  continue_from(fit.report, fitted.fit.report);
  fitted.fit = std::move(fit);
  return fitted;
}

FittedPosterior best_of_both(const RowProblem& p, FittedPosterior fitted) {
  FittedPosterior ours = with_search(p, fitted, fitted.fit.posterior, "companion");
  FittedPosterior paper = with_search(p, std::move(fitted), prior_as_posterior(ours.prior, ours.noise), "lbfgs");
  return paper.fit.report.elbo > ours.fit.report.elbo ? paper : ours;
}

}  // namespace

FittedPosterior refined(const RowProblem& p, FittedPosterior fitted, NoisePrior noise, ChosenVariances& chosen) {
  fitted.noise = std::move(noise);
  judge(p, fitted);
  if (p.options.posterior == PosteriorKind::draws) return fitted;
  const bool is_product = fitted.fit.posterior.num_components() == 1;
  const Optimizer optimizer = p.options.optimizer;
  if (optimizer == Optimizer::lbfgs && is_product)
    return with_search(p, fitted, prior_as_posterior(fitted.prior, fitted.noise), "lbfgs");
  if (is_quadratic(p.options) && is_product) fitted = alternated(p, std::move(fitted), chosen);
  if (is_quadratic(p.options) && is_product && (optimizer == Optimizer::automatic || optimizer == Optimizer::ascent))
    return fitted;
  const bool may_mislead = p.options.likelihood.family().may_mislead(p.options.bound);
  if (is_product && (optimizer == Optimizer::best || (may_mislead && optimizer == Optimizer::automatic)))
    return best_of_both(p, std::move(fitted));
  return with_search(p, fitted, fitted.fit.posterior, "companion");
}

}  // namespace direct
