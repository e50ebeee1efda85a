// SPDX-License-Identifier: MIT
#include "data/cell_error.h"

#include <fmt/format.h>

#include "data/text.h"
#include "likelihoods/family.h"

namespace direct {
namespace {

// As it stands in a file.
std::string quoted(const Cell& cell) { return in_quotes(cell.text.empty() ? CellText(cell).view() : cell.text); }

double ordinal_of(const Cell& cell, const Place& place, const std::string& column, const char* role) {
  if (cell.kind == CellKind::missing) {
    fail_at(place, fmt::format("missing value in the {} column {}; expected a number", role, in_quotes(column)));
  }
  if (cell.kind != CellKind::number) fail_not_a_number(place, column, cell);
  return cell.value;
}

[[noreturn]] void fail_not_expected(const Place& place, const char* expected, const std::string& column,
                                    const Cell& found) {
  fail_at(place, fmt::format("expected a {} in column {}, found {}", expected, in_quotes(column), quoted(found)));
}

}  // namespace

void fail_not_a_number(const Place& place, const std::string& column, const Cell& found, const std::string& hint) {
  fail_at(place,
          fmt::format("expected a {}number in column {}, found {}{}",
                      found.kind == CellKind::not_finite ? "finite " : "", in_quotes(column), quoted(found), hint));
}

void fail_not_a_category(const Place& place, const std::string& column, const Cell& found, const std::string& hint) {
  fail_at(place, fmt::format("expected a category in column {}, found the number {}{}", in_quotes(column),
                             quoted(found), hint));
}

std::string categorical_hint(const std::string& column) { return fmt::format(" (or use `categorical` {})", column); }

void fail_missing(const Place& place, const std::string& column, bool categorical) {
  fail_at(place, fmt::format("missing value in column {}; expected a {} (or fit with `missing` mean|indicator)",
                             in_quotes(column), categorical ? "category" : "number"));
}

double target_value(Likelihood likelihood, const Cell& cell, const Place& place, const std::string& column) {
  const double value = ordinal_of(cell, place, column, "target");
  if (const char* expected = likelihood.family().expected_in_place_of(value))
    fail_not_expected(place, expected, column, cell);
  return value;
}

double weight_value(const Cell& cell, const Place& place, const std::string& column) {
  const double weight = ordinal_of(cell, place, column, "weight");
  if (weight < 0.0) fail_not_expected(place, "weight of 0 or more", column, cell);
  return weight;
}

double exposure_value(const Cell& cell, const Place& place, const std::string& column) {
  const double exposure = ordinal_of(cell, place, column, "exposure");
  if (exposure <= 0.0) fail_not_expected(place, "positive exposure", column, cell);
  return exposure;
}

void check_is_class(const Cell& cell, const Place& place, const std::string& column) {
  if (cell.kind == CellKind::missing)
    fail_at(place, fmt::format("missing value in the target column {}; expected a class", in_quotes(column)));
  check_is_utf8(trimmed(cell.text), place, column);
}

void check_is_utf8(std::string_view text, const Place& place, const std::string& column) {
  if (is_utf8(text)) return;
  fail_at(place, fmt::format("text in column {} is not valid UTF-8: {}", in_quotes(column), in_quotes(text)));
}

}  // namespace direct
