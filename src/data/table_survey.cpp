// SPDX-License-Identifier: MIT
#include "data/table_survey.h"

#include "data/cell_error.h"
#include "data/column_code.h"

namespace direct {

TableSurvey::TableSurvey(const std::vector<std::string>& names, const ColumnPlan& plan, Missing missing,
                         Likelihood likelihood)
    : weight_name_(plan.weight ? names[*plan.weight] : ""),
      target_(likelihood, names[plan.target], plan.exposure ? names[*plan.exposure] : "") {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (plan.is_input[i]) columns_.emplace_back(names[i], i, plan.categorical[i], missing);
  }
}

void TableSurvey::expect(const Schema& known) {
  for (std::size_t i = 0; i < columns_.size(); ++i) columns_[i].expect(known.columns[i]);
}

double TableSurvey::observe(const TableRows& row, std::span<double> codes) {
  const ColumnMatch& match = row.match();
  double weight = 1.0;
  if (match.weight) weight = weight_value(row.cell(*match.weight), row.place(*match.weight), weight_name_);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    codes[i] = columns_[i].observe(row.cell(match.inputs[i]), row.place(match.inputs[i]), weight);
  }
  if (const auto field = match.exposure)
    codes[columns_.size()] = target_.observe_exposure(row.cell(*field), row.place(*field), weight);
  codes.back() = target_.observe(row.cell(*match.target), row.place(*match.target), weight);
  ++num_rows_;
  if (weight > 0.0) rows_.add(weight);
  return weight;
}

bool TableSurvey::can_merge(const TableSurvey& other) const {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (!columns_[i].can_merge(other.columns_[i])) return false;
  }
  return target_.can_merge(other.target_);
}

std::vector<std::vector<std::size_t>> TableSurvey::merge(const TableSurvey& other) {
  std::vector<std::vector<std::size_t>> numbers;
  for (std::size_t i = 0; i < columns_.size(); ++i) numbers.push_back(columns_[i].merge(other.columns_[i]));
  if (target_.has_exposure()) numbers.emplace_back();
  numbers.push_back(target_.merge(other.target_));
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
  if (target_.has_exposure()) hash.add_number(codes[columns_.size()]);
  target_.add_to(hash, codes.back());
}

bool TableSurvey::row_less(std::span<const double> left, std::span<const double> right) const {
  for (std::size_t i = 0; i < left.size(); ++i) {
    const bool missing = is_missing(left[i]);
    if (missing != is_missing(right[i])) return missing;
    if (missing || left[i] == right[i]) continue;
    if (i + 1 == left.size()) return target_.code_less(left[i], right[i]);
    if (i == columns_.size() || !columns_[i].categorical()) return left[i] < right[i];
    return columns_[i].level(left[i]) < columns_[i].level(right[i]);
  }
  return false;
}

}  // namespace direct
