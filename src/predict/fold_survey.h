// SPDX-License-Identifier: MIT
// A data set and its folds, for folds that learn for themselves. They share the schema of all rows: column types and
// category names, so that all folds have the same inputs.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <direct/evaluate.h>

#include "predict/fold_plan.h"

namespace direct {

struct FoldSurvey : Report {
  Dataset dataset;  // with the schema
  FoldPlan plan;
};

// Throws Error(data) if a class has one row alone, since the fold that tests it has none to learn from.
FoldSurvey fold_survey(const Dataset& dataset, const FitOptions& options, const CrossValidationOptions& cv);

// Random folds of classes are stratified, which takes a pass over the data; others are not.
FoldPlan fold_plan(const Dataset& dataset, const Schema& schema, std::size_t num_rows, std::uint64_t seed,
                   const CrossValidationOptions& cv);

Dataset test_rows(const Dataset& dataset, const FoldPlan& plan, std::size_t fold);  // Requires: the plan outlives it
Dataset training_rows(const Dataset& dataset, const FoldPlan& plan, std::size_t fold);  // likewise

std::vector<std::string> joined(std::vector<std::string> first, const std::vector<std::string>& second);

}  // namespace direct
