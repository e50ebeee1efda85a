// SPDX-License-Identifier: MIT
#include "data/table_survey.h"

#include "data/cell_error.h"
#include "data/column_code.h"

namespace direct {

TableSurvey::TableSurvey(const std::vector<std::string>& names, const ColumnPlan& plan, Missing missing)
    : target_name_(names[plan.target]), weight_name_(plan.weight ? names[*plan.weight] : "") {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (plan.is_input[i]) columns_.emplace_back(names[i], i, plan.categorical[i], missing);
  }
}

double TableSurvey::observe(const TableRows& row, std::span<double> codes) {
  const ColumnMatch& match = row.match();
  double weight = 1.0;
  if (match.weight) weight = weight_value(row.field(*match.weight), row.place(*match.weight), weight_name_);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    codes[i] = columns_[i].observe(row.field(match.inputs[i]), row.place(match.inputs[i]), weight);
  }
  codes.back() = target_value(row.field(*match.target), row.place(*match.target), target_name_);
  ++num_rows_;
  if (weight > 0.0) {
    target_.add(codes.back(), weight);
    rows_.add(weight);
  }
  return weight;
}

bool TableSurvey::can_merge(const TableSurvey& other) const {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (!columns_[i].can_merge(other.columns_[i])) return false;
  }
  return true;
}

std::vector<std::vector<std::size_t>> TableSurvey::merge(const TableSurvey& other) {
  std::vector<std::vector<std::size_t>> numbers;
  for (std::size_t i = 0; i < columns_.size(); ++i) numbers.push_back(columns_[i].merge(other.columns_[i]));
  target_.merge(other.target_);
  rows_.merge(other.rows_);
  num_rows_ += other.num_rows_;
  return numbers;
}

void TableSurvey::add_to(RowHash& hash, std::span<const double> codes) const {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (is_missing(codes[i]))
      hash.add_missing();
    else if (columns_[i].categorical())
      hash.add_text(columns_[i].level(codes[i]));
    else
      hash.add_number(codes[i]);
  }
  hash.add_number(codes.back());
}

bool TableSurvey::row_less(std::span<const double> left, std::span<const double> right) const {
  for (std::size_t i = 0; i < left.size(); ++i) {
    const bool missing = is_missing(left[i]);
    if (missing != is_missing(right[i])) return missing;
    if (missing || left[i] == right[i]) continue;
    if (i == columns_.size() || !columns_[i].categorical()) return left[i] < right[i];
    return columns_[i].level(left[i]) < columns_[i].level(right[i]);
  }
  return false;
}

}  // namespace direct
