// SPDX-License-Identifier: MIT
// A posterior as a list of numbers that may be anything: the logits of every distribution in it, and of the center of
// Taylor's bound where there is one.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include <direct/elbo.h>

namespace direct {

struct LogitPoint {
  Posterior posterior;
  Matrix log_center;  // empty without one
};

// The ELBO of a posterior and its gradient, whatever the likelihood.
struct SearchProblem {
  std::function<ElboGradient(const Posterior&, const ElboTerms&)> elbo;
  double num_rows = 0.0;
};
SearchProblem search_problem(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise);

std::vector<double> as_logits(const LogitPoint& point);
void set_from_logits(std::span<const double> logits, LogitPoint& point);

// In the order of as_logits.
void write_gradient(const ElboGradient& gradient, std::span<double> values);

}  // namespace direct
