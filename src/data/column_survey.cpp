// SPDX-License-Identifier: MIT
#include "data/column_survey.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "data/cell_error.h"
#include "data/column_code.h"
#include "data/text.h"

namespace direct {
namespace {

constexpr std::size_t most_levels = 1000;

}  // namespace

ColumnSurvey::ColumnSurvey(std::string name, std::size_t position, bool categorical, Missing missing)
    : name_(std::move(name)),
      position_(position),
      declared_(categorical),
      missing_(missing),
      type_(categorical ? Type::category : Type::unknown) {}

double ColumnSurvey::observe(std::string_view field, const Place& place) {
  const Cell cell = parsed_cell(field);
  ++num_rows_;
  if (cell.kind == CellKind::missing) {
    if (missing_ == Missing::error) fail_missing(place, name_, categorical());
    ++num_missing_;
    return missing_code;
  }
  if (!declared_) settle_type(cell, field, place);
  if (categorical()) return observe_level(trimmed(field), place);
  moments_.add(cell.value);
  return cell.value;
}

void ColumnSurvey::settle_type(const Cell& cell, std::string_view field, const Place& place) {
  if (type_ == Type::unknown && cell.kind == CellKind::text) type_ = Type::category;
  if (type_ == Type::unknown) type_ = Type::number;
  if (cell.kind == (type_ == Type::number ? CellKind::number : CellKind::text)) return;
  const std::string hint = fmt::format(" (or use --categorical {})", name_);
  if (type_ == Type::number) fail_not_a_number(place, name_, field, hint);
  fail_at(place, fmt::format("expected a category in column {}, found the number {}{}", in_quotes(name_),
                             in_quotes(field), hint));
}

double ColumnSurvey::observe_level(std::string_view text, const Place& place) {
  auto number = levels_.find(text);
  if (!number) {
    if (levels_.size() == most_levels) {
      fail_at(place,
              fmt::format("column {} has more than {} different texts; it looks like an identifier (use --drop {})",
                          in_quotes(name_), most_levels, name_));
    }
    if (!is_utf8(text))
      fail_at(place, fmt::format("text in column {} is not valid UTF-8: {}", in_quotes(name_), in_quotes(text)));
    number = levels_.insert(text);
    level_counts_.push_back(0);
  }
  ++level_counts_[*number];
  return static_cast<double>(*number);
}

SurveyedColumn ColumnSurvey::finish() const {
  SurveyedColumn result;
  result.column.name = name_;
  result.column.position = position_;
  result.column.categorical = categorical();
  result.column.indicator = missing_ == Missing::indicator && num_missing_ > 0;
  if (categorical())
    finish_category(result);
  else
    finish_number(result);
  if (result.column.indicator) result.inputs.push_back(share_of(num_missing_, num_rows_));
  if (num_missing_ == num_rows_) result.warning = fmt::format("column {} has no values", in_quotes(name_));
  return result;
}

void ColumnSurvey::finish_number(SurveyedColumn& result) const {
  result.column.fill = moments_.standardisation().mean;
  result.inputs.push_back(moments_.filled(num_missing_, result.column.fill));
  if (moments_.constant()) result.warning = fmt::format("column {} is constant", in_quotes(name_));
}

void ColumnSurvey::finish_category(SurveyedColumn& result) const {
  const std::vector<std::string>& texts = levels_.texts();
  std::vector<std::size_t> order(texts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return texts[a] < texts[b]; });
  result.level_number.resize(texts.size());
  for (const std::size_t arrival : order) {
    result.level_number[arrival] = result.column.levels.size();
    result.column.levels.push_back(texts[arrival]);
    result.inputs.push_back(share_of(level_counts_[arrival], num_rows_));
  }
  if (texts.size() == 1 && num_missing_ == 0) result.warning = fmt::format("column {} is constant", in_quotes(name_));
}

}  // namespace direct
