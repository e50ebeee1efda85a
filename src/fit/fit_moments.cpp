// SPDX-License-Identifier: MIT
#include "fit/fit_moments.h"

#include <direct/fit.h>

#include "features/row_features.h"
#include "fit/draw_ensemble.h"
#include "fit/fit_learned.h"
#include "fit/fit_posterior.h"
#include "fit/noise_inflation.h"
#include "fit/sparse_fit.h"
#include "fit/sparsity_options.h"
#include "fit/support_choice.h"

namespace direct {
namespace {

// Features of pilot rows, a column each, on which the cost of few levels is judged. Rows of other likelihoods have
// weights that change with the fit, so that theirs is judged on the average row.
Matrix pilot_features(const Preparation& preparation, const FitOptions& options) {
  Matrix features, inputs = preparation.pilot_inputs;
  if (!has_deviations(options) || inputs.rows() == 0 || !preparation.schema.likelihood->is_gaussian) return features;
  standardise_inputs(preparation.scaling, inputs);
  evaluate_rows(preparation.features, inputs, 0, inputs.rows(), features);
  return features;
}

Matrix restricted_rows(const Matrix& rows, std::span<const std::size_t> features) {
  Matrix result(features.size(), rows.cols());
  for (std::size_t i = 0; i < rows.cols(); ++i)
    for (std::size_t j = 0; j < features.size(); ++j) result(j, i) = rows(features[j], i);
  return result;
}

// Few rows have said what they know of the noise.
FittedPosterior fit_believing(const NoiseBelief& belief, const SecondMoments& statistics, const Variances& variances,
                              const FitOptions& options, const Matrix& rows) {
  NoiseTable noise = noise_table(belief);
  const WeightPrior first = first_prior(statistics.num_features(), variances, options);
  return fit_learned(statistics, first, noise.prior, options, &rows, std::move(noise.log_posterior));
}

FittedPosterior fit_at(const SecondMoments& statistics, const Variances& variances, const FitOptions& options,
                       const GivenNoise& given, const Matrix& rows) {
  NoisePrior noise = noise_prior(statistics, variances, given);
  const WeightPrior first = first_prior(statistics.num_features(), variances, options);
  if (is_learned(options)) return fit_learned(statistics, first, noise, options, &rows);
  const CompanionStart companion = companion_start(statistics, first, prior_noise_precision(noise));
  ChosenSupport support = chosen_support(LinearRegression(statistics), first, noise, companion, options);
  PosteriorFit fit = fit_posterior(statistics, support.prior, noise, options, companion);
  if (!support.note.empty()) fit.report.notes.push_back(support.note);
  return {std::move(support.prior), std::move(noise), std::move(fit)};
}

// Then the grid costs next to nothing: each of them is within a small share of the noise.
bool holds_all_draws(const FitReport& report) {
  return report.rounding_cost || (!report.draws.empty() && num_replaced(report.draws) == 0);
}

// Where 4 bits leave more unexplained than the noise grid holds, the grid moves there, once.
FittedPosterior fit_with_noise(const SecondMoments& statistics, Variances& variances, const FitOptions& options,
                               const GivenNoise& given, const Matrix& rows) {
  const auto fit = [&](const Variances& at) { return fit_at(statistics, at, options, given, rows); };
  const auto noise = [&](const FittedPosterior& fitted) {
    return holds_all_draws(fitted.fit.report) ? fitted.noise.variances.front() : raised_noise(statistics, fitted);
  };
  const double before = variances.noise;
  FittedPosterior fitted =
      fit_inflating_noise(fit(variances), variances, {.fit = fit, .noise = noise, .max_moves = given ? 0 : 1});
  if (variances.noise != before)
    fitted.fit.report.notes.push_back("the noise includes what the grid of the weights leaves unexplained");
  return fitted;
}

}  // namespace

FittedPosterior fit_moments(const SecondMoments& statistics, const Preparation& preparation, ChosenVariances& chosen,
                            const FitOptions& options, const GivenNoise& noise) {
  const Matrix rows = pilot_features(preparation, options);
  const FitProblem fit_problem = [&](const SecondMoments& moments, Variances& variances, const FitOptions& how,
                                     std::span<const std::size_t> features) {
    return fit_with_noise(moments, variances, how, noise,
                          features.empty() || rows.size() == 0 ? rows : restricted_rows(rows, features));
  };
  if (asks_for_sparsity(options)) return fit_sparse({statistics, preparation, options, noise, fit_problem}, chosen);
  if (chosen.noise && has_deviations(options))
    return fit_believing(*chosen.noise, statistics, chosen.variances, options, rows);
  return fit_problem(statistics, chosen.variances, options, {});
}

}  // namespace direct
