// SPDX-License-Identifier: MIT
// What rows tell about their columns. Parts of the rows may be surveyed apart and merged.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <direct/data.h>

#include "data/column_plan.h"
#include "data/column_survey.h"
#include "data/row_hash.h"
#include "data/table_rows.h"
#include "data/tally.h"
#include "data/target_survey.h"

namespace direct {

class TableSurvey {
 public:
  TableSurvey() = default;
  TableSurvey(const std::vector<std::string>& names, const ColumnPlan& plan, Missing missing, Likelihood likelihood);

  void expect(const Schema& known);  // Requires: it has the same columns

  // Writes the codes of the row, inputs, then the exposure if there is one, then the target, and returns its weight.
  // Throws Error(data).
  double observe(const TableRows& row, std::span<double> codes);

  // False when the rows of both cannot be in one table.
  bool can_merge(const TableSurvey& other) const;
  // For each code and each of its levels or classes in `other`: the number of that here.
  std::vector<std::vector<std::size_t>> merge(const TableSurvey& other);

  std::size_t num_codes() const { return columns_.size() + (target_.has_exposure() ? 2 : 1); }
  const std::vector<ColumnSurvey>& columns() const { return columns_; }  // the inputs
  const TargetSurvey& target() const { return target_; }
  const Tally& rows() const { return rows_; }         // with a weight above 0
  std::size_t num_rows() const { return num_rows_; }  // all

  void add_to(RowHash& hash, std::span<const double> codes) const;
  // Level numbers depend on the order of arrival, so levels are compared as text. Missing values come first.
  bool row_less(std::span<const double> left, std::span<const double> right) const;

 private:
  std::vector<ColumnSurvey> columns_;
  std::string weight_name_;
  TargetSurvey target_;
  Tally rows_;
  std::size_t num_rows_ = 0;
};

}  // namespace direct
