// SPDX-License-Identifier: MIT
// Lines of CSV with what a chip says of rows: in units of the target, or raw, as the integers that it computes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <direct/deploy.h>

#include "prediction_columns.h"

namespace direct {

class IntegerColumns {
 public:
  // Both must outlive it. Throws Error(usage) for a probability that the chip does not know.
  IntegerColumns(const IntegerModel& model, const ColumnOptions& options, bool raw);
  IntegerColumns(const IntegerColumns&) = delete;

  std::string header_line() const { return table_.header(); }
  std::string lines(const Rows& rows);
  std::vector<std::string> warnings() const;

 private:
  struct Row {
    const std::vector<std::int16_t>& codes;
    const IntegerPrediction& prediction;
  };

  void add_columns(const ColumnOptions& options);
  void add_raw_columns();

  const IntegerModel& model_;
  IntegerPredictor predictor_;
  ColumnTable<Row> table_;
  std::size_t num_rows_ = 0, num_saturated_ = 0;
};

// Throws Error(usage) for columns that a chip does not have, or not together.
void check_integer_columns(const ColumnOptions& options, bool has_samples, bool raw);

}  // namespace direct
