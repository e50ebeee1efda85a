// SPDX-License-Identifier: MIT
// The columns of direct predict: which there are, and their values for a block of rows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <direct/draws.h>
#include <direct/predict.h>

#include "column_table.h"

namespace direct {

struct ColumnOptions {
  bool moments = false;
  std::optional<double> interval;
  bool shortest = false;
  std::vector<std::string> quantile_names;
  std::vector<double> quantiles;
  bool density = false;  // of the targets
  std::optional<Draws> draws;
  const Calibration* calibration = nullptr;  // of the interval
};

// A line for each row. What had to be said of the distributions is kept until the end.
class PredictionColumns {
 public:
  // Both must outlive it. Throws Error(usage) for a column that such a target does not have.
  PredictionColumns(const TrainedModel& model, const ColumnOptions& options);
  PredictionColumns(const PredictionColumns&) = delete;

  std::string header_line() const { return table_.header(); }
  std::string lines(const Rows& rows);
  std::vector<std::string> warnings() const;

 private:
  // Warnings count these over the rows.
  struct Note {
    double resolution = 0.0;
    bool exact_density = true;
  };
  struct Row {
    const Prediction& prediction;
    const Distribution* distribution;  // none where no column asks for it
    const Rows& rows;
    const Matrix& samples;  // a row each, a column for each draw
    std::size_t index;
    Note& note;
  };

  bool needs_distributions() const;
  void add_number_columns();
  void add_class_columns();
  void add_density_columns(bool has_classes);

  const TrainedModel& model_;
  const ColumnOptions& options_;
  Predictor predictor_;
  ColumnTable<Row> table_;
  std::size_t num_widened_ = 0, num_bounded_ = 0;
  double largest_resolution_ = 0.0;
};

}  // namespace direct
