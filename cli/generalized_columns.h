// SPDX-License-Identifier: MIT
// Lines of CSV with predictions of classes, counts and positive numbers.
#pragma once

#include <string>
#include <vector>

#include <direct/generalized.h>

#include "prediction_columns.h"

namespace direct {

class GeneralizedColumns {
 public:
  // Both must outlive it. Throws Error(usage) for a column that such a target does not have.
  GeneralizedColumns(const TrainedModel& model, const ColumnOptions& options);

  std::string header_line() const;
  std::string lines(const Rows& rows) const;

 private:
  std::string line_of(const GeneralizedDistribution& distribution, const double* target) const;

  const TrainedModel& model_;
  const ColumnOptions& options_;
  GeneralizedPredictor predictor_;
  bool has_classes_;
};

}  // namespace direct
