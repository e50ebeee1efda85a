// SPDX-License-Identifier: MIT
#include "fit/softmax_lbfgs.h"

#include <algorithm>
#include <cmath>

#include "algebra/dense.h"
#include "fit/tolerance.h"
#include "optimize/lbfgs.h"

namespace direct {
namespace {

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

PosteriorFit climb(const SearchProblem& problem, LogitPoint point, ElboTerms terms, const std::string& name,
                   double least_gain, const FitOptions& options) {
  terms.log_center = &point.log_center;
  FitReport report_of_fit{.start = name};
  const Objective negative_elbo = [&](std::span<const double> logits, std::span<double> gradient) {
    set_from_logits(logits, point);
    const ElboGradient result = problem.elbo(point.posterior, terms);
    write_gradient(result, gradient);
    view(gradient) *= -1.0;
    return -result.elbo;
  };
  std::vector<double> logits = as_logits(point);
  const LbfgsResult result = minimise_lbfgs(
      negative_elbo, logits,
      {.max_iterations = options.max_iterations,
       .gradient_tolerance = 0.0,  // relative to the size of the logits, which means nothing here
       .decrease_tolerance = least_gain,
       .decrease_window = 10,
       .each_iteration = [&](int iteration, double value) {
         report_of_fit.trace.push_back({name, iteration, -value});
         report(options.progress, {.stage = "fit", .done = static_cast<double>(iteration), .elbo = -value});
       }});
  std::vector<double> gradient(logits.size());
  report_of_fit.elbo = -negative_elbo(logits, gradient);
  if (report_of_fit.trace.empty()) report_of_fit.trace = {{name, 0, report_of_fit.elbo}};  // the start was the optimum
  report_of_fit.gradient_norm = view(gradient).norm();
  // Near an optimum there is about half the square of the gradient to gain: too little for a line search to see.
  const bool at_optimum = report_of_fit.gradient_norm * report_of_fit.gradient_norm <= least_gain;
  report_of_fit.stop_reason = at_optimum ? "converged" : stop_words(result.stop);
  report_of_fit.converged = report_of_fit.stop_reason == "converged";
  report_of_fit.iterations = result.iterations;
  return {std::move(point.posterior), std::move(report_of_fit)};
}

}  // namespace

PosteriorFit climb_softmax_lbfgs(const SearchProblem& problem, LogitPoint start, const ElboTerms& terms,
                                 const std::string& name, double least, const FitOptions& options) {
  return climb(problem, std::move(start), terms, name, std::max(least, least_gain(options, problem.num_rows)), options);
}

PosteriorFit fit_softmax_lbfgs(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
                               const FitOptions& options) {
  return climb_softmax_lbfgs(search_problem(model, prior, noise), {.posterior = prior_as_posterior(prior, noise)}, {},
                             "lbfgs", 0.0, options);
}

}  // namespace direct
