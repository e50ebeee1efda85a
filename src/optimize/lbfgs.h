// SPDX-License-Identifier: MIT
// Limited-memory quasi-Newton minimisation. Knows nothing of what it minimises.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace direct {

// Returns the value at x and writes its gradient. A value that is not finite makes the line search step back.
using Objective = std::function<double(std::span<const double> x, std::span<double> gradient)>;

struct LbfgsOptions {
  int max_iterations = 1000;
  int max_evaluations = 0;  // 0: no limit
  int history = 10;
  double gradient_tolerance = 1e-8;  // stop when |gradient| <= gradient_tolerance * max(1, |x|)
  double decrease_tolerance = 0.0;   // stop when the last `decrease_window` iterations together gained less than this
  int decrease_window = 1;
  std::function<void(int iteration, double value)> each_iteration;  // may throw; the exception passes through
};

enum class LbfgsStop { gradient, decrease, max_iterations, line_search };

struct LbfgsResult {
  double value = 0.0;
  int iterations = 0;
  int evaluations = 0;
  LbfgsStop stop = LbfgsStop::gradient;
};

// Overwrites x with the best point found. A failed line search starts a new run there, until a run gains nothing.
LbfgsResult minimise_lbfgs(const Objective& objective, std::vector<double>& x, const LbfgsOptions& options = {});

}  // namespace direct
