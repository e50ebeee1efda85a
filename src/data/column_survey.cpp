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

void ColumnSurvey::expect(const Column& known) {
  type_ = known.categorical ? Type::category : Type::number;
  indicator_ = known.indicator;
  for (const std::string& level : known.levels)
    if (!levels_.find(level)) add_level(level);
}

double ColumnSurvey::observe(const Cell& cell, const Place& place, double weight) {
  if (cell.kind == CellKind::missing) {
    if (missing_ == Missing::error) fail_missing(place, name_, categorical());
    if (weight > 0.0) missing_rows_.add(weight);
    return missing_code;
  }
  if (!declared_) settle_type(cell, place);
  if (categorical()) return observe_level(CellText(cell).view(), place, weight);
  if (weight > 0.0) moments_.add(cell.value, weight);
  return cell.value;
}

void ColumnSurvey::settle_type(const Cell& cell, const Place& place) {
  if (type_ == Type::unknown && cell.kind == CellKind::text) type_ = Type::category;
  if (type_ == Type::unknown) type_ = Type::number;
  if (cell.kind == (type_ == Type::number ? CellKind::number : CellKind::text)) return;
  const std::string hint = categorical_hint(name_);
  if (type_ == Type::number) fail_not_a_number(place, name_, cell, hint);
  fail_not_a_category(place, name_, cell, hint);
}

double ColumnSurvey::observe_level(std::string_view text, const Place& place, double weight) {
  auto number = levels_.find(text);
  if (!number) {
    check_new_level(text, place);
    if (weight == 0.0) return unseen_level_code;
    number = add_level(text);
  }
  if (weight > 0.0) level_rows_[*number].add(weight);
  return static_cast<double>(*number);
}

void ColumnSurvey::check_new_level(std::string_view text, const Place& place) const {
  if (levels_.size() == most_levels) {
    fail_at(place,
            fmt::format("column {} has more than {} different texts; it looks like an identifier (use `drop` {})",
                        in_quotes(name_), most_levels, name_));
  }
  check_is_utf8(text, place, name_);
}

std::size_t ColumnSurvey::add_level(std::string_view text) {
  level_rows_.emplace_back();
  return levels_.insert(text);
}

bool ColumnSurvey::can_merge(const ColumnSurvey& other) const {
  if (type_ != Type::unknown && other.type_ != Type::unknown && type_ != other.type_) return false;
  const std::vector<std::string>& texts = other.levels_.texts();
  const auto is_new = [&](const std::string& text) { return !levels_.find(text); };
  return levels_.size() + static_cast<std::size_t>(std::count_if(texts.begin(), texts.end(), is_new)) <= most_levels;
}

std::vector<std::size_t> ColumnSurvey::merge(const ColumnSurvey& other) {
  if (type_ == Type::unknown) type_ = other.type_;
  missing_rows_.merge(other.missing_rows_);
  moments_.merge(other.moments_);
  std::vector<std::size_t> numbers;
  for (const std::string& text : other.levels_.texts()) {
    const auto known = levels_.find(text);
    const std::size_t number = known ? *known : add_level(text);
    level_rows_[number].merge(other.level_rows_[numbers.size()]);
    numbers.push_back(number);
  }
  return numbers;
}

SurveyedColumn ColumnSurvey::finish(const Tally& rows) const {
  SurveyedColumn result;
  result.column.name = name_;
  result.column.position = position_;
  result.column.categorical = categorical();
  result.column.indicator = indicator_ || (missing_ == Missing::indicator && missing_rows_.num_rows() > 0);
  if (categorical())
    finish_category(result, rows);
  else
    finish_number(result);
  if (result.column.indicator) result.inputs.push_back({share_of(missing_rows_, rows)});
  if (missing_rows_.num_rows() == rows.num_rows())
    result.warning = fmt::format("column {} has no values", in_quotes(name_));
  return result;
}

void ColumnSurvey::finish_number(SurveyedColumn& result) const {
  const double fill = moments_.standardisation().mean;
  result.column.fill = fill;
  result.inputs.push_back(
      {moments_.filled(missing_rows_, fill), std::min(moments_.least(), fill), std::max(moments_.most(), fill)});
  if (moments_.constant()) result.warning = fmt::format("column {} is constant", in_quotes(name_));
}

void ColumnSurvey::finish_category(SurveyedColumn& result, const Tally& rows) const {
  const std::vector<std::string>& texts = levels_.texts();
  std::vector<std::size_t> order(texts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return texts[a] < texts[b]; });
  result.level_number.resize(texts.size());
  for (const std::size_t arrival : order) {
    result.level_number[arrival] = result.column.levels.size();
    result.column.levels.push_back(texts[arrival]);
    result.inputs.push_back({share_of(level_rows_[arrival], rows)});
  }
  if (texts.size() == 1 && missing_rows_.num_rows() == 0)
    result.warning = fmt::format("column {} is constant", in_quotes(name_));
}

}  // namespace direct
