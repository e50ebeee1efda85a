// SPDX-License-Identifier: MIT
#include "data/target_survey.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "data/cell_error.h"
#include "data/text.h"
#include "likelihoods/family.h"

namespace direct {
namespace {

constexpr std::size_t num_classes = 2;

Standardisation unscaled(long double offset) { return {rounded_offset(offset), 1.0}; }

}  // namespace

TargetSurvey::TargetSurvey(Likelihood likelihood, std::string name, std::string exposure_name)
    : likelihood_(likelihood), name_(std::move(name)), exposure_name_(std::move(exposure_name)) {}

double TargetSurvey::observe(const Cell& cell, const Place& place, double weight) {
  if (likelihood_->has_classes) {
    check_is_class(cell, place, name_);
    return observe_class(CellText(cell).view(), place, weight);
  }
  const double value = target_value(likelihood_, cell, place, name_);
  if (weight > 0.0) moments_.add(value, weight);
  return value;
}

double TargetSurvey::observe_exposure(const Cell& cell, const Place& place, double weight) {
  const double value = exposure_value(cell, place, exposure_name_);
  exposure_.add_product(weight, value);
  return value;
}

double TargetSurvey::observe_class(std::string_view text, const Place& place, double weight) {
  if (weight == 0.0) return 0.0;
  auto number = classes_.find(text);
  if (!number && classes_.size() == num_classes) {
    fail_at(place, fmt::format("a third class {} in column {}; expected two classes, found {} and {} so far; to tell "
                               "one from the others, give these one name",
                               in_quotes(text), in_quotes(name_), in_quotes(classes_.texts()[0]),
                               in_quotes(classes_.texts()[1])));
  }
  if (!number) number = add_class(text);
  classes_.add_text(*number, text);
  class_rows_[*number].add(weight);
  return static_cast<double>(*number);
}

std::size_t TargetSurvey::add_class(std::string_view text) {
  class_rows_.emplace_back();
  return classes_.insert(text);
}

bool TargetSurvey::can_merge(const TargetSurvey& other) const {
  const std::vector<std::string>& texts = other.classes_.texts();
  const auto is_new = [&](const std::string& text) { return !classes_.find(text); };
  return classes_.size() + static_cast<std::size_t>(std::count_if(texts.begin(), texts.end(), is_new)) <= num_classes;
}

std::vector<std::size_t> TargetSurvey::merge(const TargetSurvey& other) {
  moments_.merge(other.moments_);
  exposure_.add(other.exposure_);
  std::vector<std::size_t> numbers;
  for (const std::string& text : other.classes_.texts()) {
    const auto known = classes_.find(text);
    const std::size_t number = known ? *known : add_class(text);
    classes_.add_text(number, text);
    class_rows_[number].merge(other.class_rows_[numbers.size()]);
    numbers.push_back(number);
  }
  return numbers;
}

void TargetSurvey::add_to(RowHash& hash, double code) const {
  if (likelihood_->has_classes)
    hash.add_text(classes_.key(static_cast<std::size_t>(code)));
  else
    hash.add_number(code);
}

bool TargetSurvey::code_less(double left, double right) const {
  if (!likelihood_->has_classes) return left < right;
  return classes_.key(static_cast<std::size_t>(left)) < classes_.key(static_cast<std::size_t>(right));
}

SurveyedTarget TargetSurvey::finish(const Tally& rows, const std::string& file) const {
  SurveyedTarget result;
  if (likelihood_->has_classes)
    finish_classes(result, file);
  else
    finish_numbers(result, rows);
  return result;
}

void TargetSurvey::finish_classes(SurveyedTarget& result, const std::string& file) const {
  std::vector<std::string> classes = classes_.texts();
  if (classes.size() == 1) {
    fail_at({file}, fmt::format("expected two classes in the target column {}, found {} alone", in_quotes(name_),
                                in_quotes(classes[0])));
  }
  const bool in_order = class_before(classes[0], classes[1]);
  const std::size_t first = in_order ? 0 : 1, second = 1 - first;
  result.scaling = unscaled(likelihood_.family().offset(
      {.sum = class_rows_[second].weight().value(), .base = class_rows_[first].weight().value()}));
  result.class_number = {first, second};
  if (!in_order) std::swap(classes[0], classes[1]);
  result.classes = std::move(classes);
}

void TargetSurvey::finish_numbers(SurveyedTarget& result, const Tally& rows) const {
  const TargetTotals totals{.sum = moments_.sum().value(),
                            .base = (has_exposure() ? exposure_ : rows.weight()).value(),
                            .largest = moments_.most(),
                            .is_constant = moments_.constant()};
  result.scaling =
      likelihood_->is_gaussian ? moments_.standardisation() : unscaled(likelihood_.family().offset(totals));
  result.constant = totals.is_constant && !likelihood_->is_count;
  result.warning = likelihood_.family().warning(totals, in_quotes(name_));
}

}  // namespace direct
