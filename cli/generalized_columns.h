// SPDX-License-Identifier: MIT
// The columns of direct predict for classes, counts and positive numbers.
#pragma once

#include <direct/generalized.h>

#include "prediction_columns.h"

namespace direct {

// Throws Error(usage) for columns that this likelihood does not have.
void check_columns(const ColumnOptions& options, Likelihood likelihood);

class GeneralizedColumns {
 public:
  GeneralizedColumns(const TrainedModel& model, const ColumnOptions& options)
      : model_(model), options_(options), predictor_(model) {}

  std::string header() const;
  std::string lines(const Rows& rows) const;
  std::vector<std::string> warnings() const { return {}; }

 private:
  std::string line_of(const GeneralizedDistribution& distribution, const double* target) const;

  const TrainedModel& model_;
  const ColumnOptions& options_;
  GeneralizedPredictor predictor_;
};

}  // namespace direct
