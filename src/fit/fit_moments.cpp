// SPDX-License-Identifier: MIT
#include "fit/fit_moments.h"

#include <direct/fit.h>

#include "fit/draw_ensemble.h"
#include "fit/fit_learned.h"
#include "fit/fit_posterior.h"
#include "fit/sparse_fit.h"
#include "fit/sparsity_options.h"
#include "fit/support_choice.h"

namespace direct {
namespace {

FittedPosterior fit_at(const SecondMoments& statistics, const Preparation& preparation, const Variances& variances,
                       const FitOptions& options) {
  NoisePrior noise = noise_prior(statistics, preparation, variances, options);
  const WeightPrior first = first_prior(statistics.num_features(), variances, options);
  if (is_learned(options)) return fit_learned(statistics, first, noise, options);
  const CompanionStart companion = companion_start(statistics, first, prior_noise_precision(noise));
  ChosenSupport support = chosen_support(LinearRegression(statistics), first, noise, companion, options);
  PosteriorFit fit = fit_posterior(statistics, support.prior, noise, options, companion);
  if (!support.note.empty()) fit.report.notes.push_back(support.note);
  return {std::move(support.prior), std::move(noise), std::move(fit)};
}

// Then the grid costs next to nothing: each of them is within a small share of the noise.
bool holds_all_draws(const FitReport& report) { return !report.draws.empty() && num_replaced(report.draws) == 0; }

// An automatic noise grid is laid around what full precision leaves unexplained. Where 4 bits leave more than its
// largest value, the grid moves up: predictions must own up to the error of their weights' grid.
FittedPosterior fit_with_honest_noise(const SecondMoments& statistics, const Preparation& preparation,
                                      Variances& variances, const FitOptions& options) {
  FittedPosterior fitted = fit_at(statistics, preparation, variances, options);
  if (options.noise != "auto" || holds_all_draws(fitted.fit.report)) return fitted;
  const double unexplained = unexplained_variance(statistics, fitted);
  if (unexplained <= fitted.noise.variances.back()) return fitted;
  variances.noise = unexplained;
  fitted = fit_at(statistics, preparation, variances, options);
  fitted.fit.report.notes.push_back("the noise includes what the grid of the weights leaves unexplained");
  return fitted;
}

}  // namespace

FittedPosterior fit_moments(const SecondMoments& statistics, const Preparation& preparation, ChosenVariances& chosen,
                            const FitOptions& options) {
  const FitProblem fit_problem = [&](const SecondMoments& moments, Variances& variances, const FitOptions& how) {
    return fit_with_honest_noise(moments, preparation, variances, how);
  };
  if (asks_for_sparsity(options)) return fit_sparse({statistics, preparation, options, fit_problem}, chosen);
  return fit_problem(statistics, chosen.variances, options);
}

}  // namespace direct
