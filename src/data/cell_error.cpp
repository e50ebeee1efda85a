// SPDX-License-Identifier: MIT
#include "data/cell_error.h"

#include <fmt/format.h>

#include "data/text.h"
#include "likelihoods/family.h"

namespace direct {
namespace {

double ordinal_of(std::string_view field, const Place& place, const std::string& column, const char* role) {
  const Cell cell = parsed_cell(field);
  if (cell.kind == CellKind::missing) {
    fail_at(place, fmt::format("missing value in the {} column {}; expected a number", role, in_quotes(column)));
  }
  if (cell.kind != CellKind::number) fail_not_a_number(place, column, field);
  return cell.value;
}

[[noreturn]] void fail_not_expected(const Place& place, const char* expected, const std::string& column,
                                    std::string_view found) {
  fail_at(place, fmt::format("expected a {} in column {}, found {}", expected, in_quotes(column), in_quotes(found)));
}

}  // namespace

void fail_not_a_number(const Place& place, const std::string& column, std::string_view found, const std::string& hint) {
  const bool infinite = parsed_cell(found).kind == CellKind::not_finite;
  fail_at(place, fmt::format("expected a {}number in column {}, found {}{}", infinite ? "finite " : "",
                             in_quotes(column), in_quotes(found), hint));
}

void fail_missing(const Place& place, const std::string& column, bool categorical) {
  fail_at(place, fmt::format("missing value in column {}; expected a {} (or fit with `missing` mean|indicator)",
                             in_quotes(column), categorical ? "category" : "number"));
}

double target_value(Likelihood likelihood, std::string_view field, const Place& place, const std::string& column) {
  const double value = ordinal_of(field, place, column, "target");
  if (const char* expected = likelihood.family().expected_in_place_of(value))
    fail_not_expected(place, expected, column, field);
  return value;
}

double weight_value(std::string_view field, const Place& place, const std::string& column) {
  const double weight = ordinal_of(field, place, column, "weight");
  if (weight < 0.0) fail_not_expected(place, "weight of 0 or more", column, field);
  return weight;
}

double exposure_value(std::string_view field, const Place& place, const std::string& column) {
  const double exposure = ordinal_of(field, place, column, "exposure");
  if (exposure <= 0.0) fail_not_expected(place, "positive exposure", column, field);
  return exposure;
}

std::string_view class_text(std::string_view field, const Place& place, const std::string& column) {
  if (parsed_cell(field).kind == CellKind::missing)
    fail_at(place, fmt::format("missing value in the target column {}; expected a class", in_quotes(column)));
  const std::string_view text = trimmed(field);
  check_is_utf8(text, place, column);
  return text;
}

void check_is_utf8(std::string_view text, const Place& place, const std::string& column) {
  if (is_utf8(text)) return;
  fail_at(place, fmt::format("text in column {} is not valid UTF-8: {}", in_quotes(column), in_quotes(text)));
}

}  // namespace direct
