// SPDX-License-Identifier: MIT
// Scores as a table, and their mean and spread over folds.
#pragma once

#include <string>
#include <vector>

#include <direct/evaluate.h>

namespace direct {

std::string to_text(const Evaluation& evaluation);

// Mean and standard deviation (with n - 1; NaN for one fold) of each score, over the folds that have it; mean.num_rows
// is the sum. The yardstick is there when every fold has one.
struct Spread {
  Evaluation mean, std;
};
bool all_converged(const std::vector<FoldResult>& folds);
Spread spread(const std::vector<FoldResult>& folds);

// Why the intervals of some folds cannot be trusted: each sentence once, with the folds that it is said of.
std::vector<std::string> fold_warnings(const std::vector<FoldResult>& folds);

std::string to_text(const std::vector<FoldResult>& folds, const Spread& spread);

}  // namespace direct
