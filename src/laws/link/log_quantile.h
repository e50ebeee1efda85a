// SPDX-License-Identifier: MIT
// Quantiles of counts and positive numbers of mean exp(eta), sought in their logarithm.
#pragma once

#include <functional>

namespace direct {

// P(Y <= y) and P(Y > y), each to its own digits.
struct Tails {
  double lower = 0.0, upper = 1.0;
};

struct LogQuantileProblem {
  std::function<Tails(double y)> tails;  // of counts continuous in y
  bool is_count = false;
  double log_mean = 0.0, log_variance = 1.0;  // of y, roughly: where to start
};
double quantile(const LogQuantileProblem& problem, double probability);

}  // namespace direct
