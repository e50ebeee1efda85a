// SPDX-License-Identifier: MIT
#include "fit/softmax_lbfgs.h"

#include <algorithm>
#include <cmath>

#include "algebra/categorical.h"
#include "algebra/dense.h"
#include "optimize/lbfgs.h"

namespace direct {
namespace {

// Parameters: the logits of the weights, column by column, then those of the noise.
std::vector<double> as_parameters(const Posterior& q) {
  const auto weights = q.log_probabilities.front().values();
  std::vector<double> parameters(weights.begin(), weights.end());
  parameters.insert(parameters.end(), q.noise_log_probabilities.begin(), q.noise_log_probabilities.end());
  return parameters;
}

void set_from_parameters(std::span<const double> parameters, Posterior& q) {
  Matrix& weights = q.log_probabilities.front();
  std::copy_n(parameters.begin(), weights.size(), weights.data());
  std::copy(parameters.begin() + static_cast<std::ptrdiff_t>(weights.size()), parameters.end(),
            q.noise_log_probabilities.begin());
  for (std::size_t j = 0; j < weights.cols(); ++j) normalise_log(weights.column(j));
  normalise_log(q.noise_log_probabilities);
}

std::string stop_words(LbfgsStop stop) {
  switch (stop) {
    case LbfgsStop::gradient:
    case LbfgsStop::decrease:
      return "converged";
    case LbfgsStop::max_iterations:
      return "max_iterations";
    case LbfgsStop::line_search:
      return "line_search";
  }
  return "line_search";
}

double norm(const ElboGradient& gradient) {
  return std::sqrt(view(gradient.weight_logits).squaredNorm() + view(gradient.noise_logits).squaredNorm());
}

}  // namespace

PosteriorFit fit_softmax_lbfgs(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
                               const FitOptions& options) {
  PosteriorFit fit{.posterior = prior_as_posterior(prior, noise)};
  const Objective negative_elbo = [&](std::span<const double> parameters, std::span<double> gradient) {
    set_from_parameters(parameters, fit.posterior);
    const ElboGradient result = elbo_gradient(model, prior, noise, fit.posterior);
    const auto weights = result.weight_logits.values();
    std::transform(weights.begin(), weights.end(), gradient.begin(), std::negate<>());
    std::transform(result.noise_logits.begin(), result.noise_logits.end(),
                   gradient.begin() + static_cast<std::ptrdiff_t>(weights.size()), std::negate<>());
    return -result.elbo;
  };
  std::vector<double> parameters = as_parameters(fit.posterior);
  const double rows = std::max(1.0, model.statistics().num_rows);
  const LbfgsResult result = minimise_lbfgs(
      negative_elbo, parameters,
      {.max_iterations = options.max_iterations,
       .gradient_tolerance = 0.0,  // relative to the size of the logits, which means nothing here
       .decrease_tolerance = options.tolerance * rows,
       .decrease_window = 10,
       .each_iteration = [&](int iteration, double value) {
         fit.report.trace.push_back({"lbfgs", iteration, -value});
         report(options.progress, {.stage = "fit", .done = static_cast<double>(iteration), .elbo = -value});
       }});
  set_from_parameters(parameters, fit.posterior);
  const ElboGradient last = elbo_gradient(model, prior, noise, fit.posterior);
  fit.report.elbo = last.elbo;
  fit.report.gradient_norm = norm(last);
  fit.report.stop_reason = stop_words(result.stop);
  fit.report.converged = fit.report.stop_reason == "converged";
  fit.report.iterations = result.iterations;
  fit.report.start = "lbfgs";
  return fit;
}

}  // namespace direct
