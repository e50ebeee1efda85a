// SPDX-License-Identifier: MIT
// The columns of direct predict: which there are, and their values for a block of rows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <direct/draws.h>
#include <direct/predict.h>

namespace direct {

struct ColumnOptions {
  bool moments = false;
  std::optional<double> interval;
  bool shortest = false;
  std::vector<std::string> quantile_names;  // as the user wrote them
  std::vector<double> quantiles;
  bool density = false;  // of the targets
  std::optional<Draws> draws;
  const Calibration* calibration = nullptr;  // of the interval
};

std::string header_line(const ColumnOptions& options);

// The columns of the draws, which come last in every line; nothing where none were asked for.
std::string sample_names(const ColumnOptions& options);
void append_samples(const TrainedModel& model, const ColumnOptions& options, const Rows& rows,
                    std::vector<std::string>& lines);

// A line for each row. What had to be said of the distributions is kept until the end.
class PredictionColumns {
 public:
  PredictionColumns(const TrainedModel& model, const ColumnOptions& options)
      : model_(model), options_(options), predictor_(model) {}

  std::string lines(const Rows& rows);
  std::vector<std::string> warnings() const;

 private:
  std::string plain_lines(const Rows& rows) const;
  std::vector<std::string> full_lines(const Rows& rows);

  const TrainedModel& model_;
  const ColumnOptions& options_;
  Predictor predictor_;
  std::size_t num_widened_ = 0, num_bounded_ = 0;
  double largest_resolution_ = 0.0;
};

}  // namespace direct
