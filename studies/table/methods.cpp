// SPDX-License-Identifier: MIT
#include "table/methods.h"

#include <direct/elbo.h>
#include <direct/error.h>
#include <direct/evaluate.h>

#include <fmt/format.h>
#include <cmath>
#include <functional>
#include <numbers>
#include <utility>

#include "baselines/reparam.h"

namespace study {
namespace {

using Method = std::function<MethodScores(const FoldProblem&)>;

direct::TrainedModel trained_model(const FoldProblem& problem, const direct::WeightPrior& prior,
                                   direct::Posterior posterior) {
  return {.preparation = problem.preparation,
          .prior = prior,
          .noise = problem.noise,
          .posterior = std::move(posterior),
          .summary = {.num_rows = problem.moments.num_rows},
          .options = paper_options(problem.options),
          .statistics = problem.statistics};
}

MethodScores scores_of(const direct::TrainedModel& model, const direct::FitReport& report, const Elapsed& fit_time,
                       const direct::Dataset& test) {
  const direct::Evaluation evaluation = evaluate(model, test);
  return {.rmse = evaluation.rmse,
          .nll = evaluation.nll,
          .sparsity = evaluation.sparsity,
          .elbo = report.elbo,
          .iterations = static_cast<double>(report.iterations),
          .converged = report.converged ? 1.0 : 0.0,
          .fit_time = fit_time};
}

MethodScores on_grid(const FoldProblem& problem, const direct::WeightPrior& prior, const direct::FitOptions& options) {
  const Clocks clocks;
  direct::PosteriorFit fit = fit_posterior(problem.moments, prior, problem.noise, options);
  const Elapsed fit_time = clocks.elapsed();
  return scores_of(trained_model(problem, prior, std::move(fit.posterior)), fit.report, fit_time, problem.test);
}

// Five components that start from the mean field of the paper's optimiser.
MethodScores mixture(const FoldProblem& problem, direct::Entropy entropy) {
  direct::FitOptions options = paper_options(problem.options);
  options.optimizer = direct::Optimizer::lbfgs;
  options.posterior = direct::PosteriorKind::mixture;
  options.components = 5;
  options.entropy = entropy;
  return on_grid(problem, problem.prior, options);
}

// As `direct fit` has it, at the variances of the pilot.
MethodScores draws(const FoldProblem& problem) {
  direct::FitOptions options = paper_options(problem.options);
  const double scale = problem.preparation.scaling.target_scale;
  options.support = "learned";
  options.posterior = direct::PosteriorKind::draws;
  options.components = 20;
  options.noise = fmt::format("{}", problem.preparation.pilot.noise * scale * scale);
  const Clocks clocks;
  const direct::Training training = fit(problem.statistics, problem.preparation, options);
  return scores_of(training.model, training.report, clocks.elapsed(), problem.test);
}

MethodScores companion(const FoldProblem& problem) {
  const Clocks clocks;
  gaussian_companion(problem.moments, problem.prior, 1.0 / problem.noise.variances.front());
  const Elapsed fit_time = clocks.elapsed();
  const auto model = trained_model(problem, problem.prior, prior_as_posterior(problem.prior, problem.noise));
  const direct::Yardstick exact = evaluate(model, problem.test).yardstick.value();
  return {.rmse = exact.rmse, .nll = exact.nll, .fit_time = fit_time};
}

// The mean by samples, as in the paper; the density is the exact one of a Gaussian with this mean.
MethodScores gaussian_scores(const FoldProblem& problem, const GaussianMeanField& posterior) {
  const EncodedRows rows = encoded_rows(problem.test, problem.preparation);
  const std::vector<double> weights = sampled_means(posterior, 1000, problem.options.seed);
  direct::Matrix features;
  evaluate(problem.preparation.features, rows.inputs, features);
  double squares = 0.0, log_densities = 0.0;
  for (std::size_t i = 0; i < rows.targets.size(); ++i) {
    double mean = 0.0, variance = problem.noise.variances.front();
    for (std::size_t j = 0; j < weights.size(); ++j) {
      mean += features(i, j) * weights[j];
      variance += std::pow(features(i, j) * posterior.deviations[j], 2);
    }
    const double square = std::pow(rows.targets[i] - mean, 2);
    squares += square;
    log_densities -= 0.5 * (std::log(2.0 * std::numbers::pi * variance) + square / variance);
  }
  const double count = static_cast<double>(rows.targets.size()), scale = problem.preparation.scaling.target_scale;
  return {.rmse = scale * std::sqrt(squares / count), .nll = std::log(scale) - log_densities / count};
}

MethodScores reparam_scores(const FoldProblem& problem) {
  const EncodedRows rows = encoded_rows(problem.train, problem.preparation);
  const ReparamProblem baseline{problem.preparation.features, rows, problem.preparation.pilot};
  const int iterations = (rows.targets.size() < 3000 ? 1 : 10) * problem.options.max_iterations;
  const ReparamOptions options{.iterations = iterations, .seed = problem.options.seed};
  const TunedReparam tuned = tuned_reparam(baseline, problem.moments, options);
  MethodScores result = gaussian_scores(problem, tuned.posterior);
  result.elbo = tuned.elbo;
  result.iterations = iterations;
  result.step_size = tuned.step_size;
  result.fit_time = tuned.time;
  return result;
}

const std::vector<std::pair<std::string, Method>>& methods() {
  using direct::Entropy;
  using direct::Optimizer;
  static const std::vector<std::pair<std::string, Method>> table = {
      {"reparam", reparam_scores},
      {"direct-paper", [](const FoldProblem& p) { return mean_field_scores(p, p.prior, Optimizer::lbfgs); }},
      {"direct-auto", [](const FoldProblem& p) { return mean_field_scores(p, p.prior, Optimizer::automatic); }},
      {"mixture-sgd", [](const FoldProblem& p) { return mixture(p, Entropy::sampled); }},
      {"mixture-taylor", [](const FoldProblem& p) { return mixture(p, Entropy::taylor); }},
      {"draws-20", draws},
      {"companion", companion}};
  return table;
}

}  // namespace

const std::vector<std::string>& method_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result;
    for (const auto& [name, method] : methods()) result.push_back(name);
    return result;
  }();
  return names;
}

MethodScores mean_field_scores(const FoldProblem& problem, const direct::WeightPrior& prior,
                               direct::Optimizer optimizer) {
  direct::FitOptions options = paper_options(problem.options);
  options.optimizer = optimizer;
  return on_grid(problem, prior, options);
}

MethodScores scores(const std::string& method, const FoldProblem& problem) {
  for (const auto& [name, body] : methods())
    if (name == method) return body(problem);
  throw direct::Error(direct::ErrorKind::usage, "--methods: there is no method " + method);
}

}  // namespace study
