// SPDX-License-Identifier: MIT
// The columns of the paper's tables, and ours: each a way to train on a fold, and its scores on the test rows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "table/fold_problem.h"

namespace study {

// Some do not apply to every method.
struct MethodScores {
  double rmse = 0.0, nll = 0.0;
  std::optional<double> sparsity = {}, elbo = {}, iterations = {}, converged = {}, step_size = {};
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
