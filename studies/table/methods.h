// SPDX-License-Identifier: MIT
// The columns of the paper's tables, and ours: each a way to train on a fold, and its scores on the test rows.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "table/fold_problem.h"

namespace study {

// NaN: does not apply.
struct MethodScores {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();

  double rmse = none, nll = none, sparsity = none, elbo = none;
  double iterations = none, converged = none;
  Elapsed fit_time;
};

// reparam, direct-paper, direct-auto, mixture-sgd, mixture-taylor, draws-20, companion
const std::vector<std::string>& method_names();

// Throws direct::Error(usage) for a method of another name.
MethodScores scores(const std::string& method, const FoldProblem& problem);

// Mean field under another prior than that of the paper.
MethodScores mean_field_scores(const FoldProblem& problem, const direct::WeightPrior& prior,
                               direct::Optimizer optimizer);

}  // namespace study
