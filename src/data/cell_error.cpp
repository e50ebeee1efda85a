// SPDX-License-Identifier: MIT
#include "data/cell_error.h"

#include <fmt/format.h>

#include "data/text.h"

namespace direct {
namespace {

double number_of(std::string_view field, const Place& place, const std::string& column, const char* role) {
  const Cell cell = parsed_cell(field);
  if (cell.kind == CellKind::missing) {
    fail_at(place, fmt::format("missing value in the {} column {}; expected a number", role, in_quotes(column)));
  }
  if (cell.kind != CellKind::number) fail_not_a_number(place, column, field);
  return cell.value;
}

}  // namespace

void fail_not_a_number(const Place& place, const std::string& column, std::string_view found, const std::string& hint) {
  const bool infinite = parsed_cell(found).kind == CellKind::not_finite;
  fail_at(place, fmt::format("expected a {}number in column {}, found {}{}", infinite ? "finite " : "",
                             in_quotes(column), in_quotes(found), hint));
}

void fail_missing(const Place& place, const std::string& column, bool categorical) {
  fail_at(place, fmt::format("missing value in column {}; expected a {} (or fit with --missing mean|indicator)",
                             in_quotes(column), categorical ? "category" : "number"));
}

double target_value(std::string_view field, const Place& place, const std::string& column) {
  return number_of(field, place, column, "target");
}

double weight_value(std::string_view field, const Place& place, const std::string& column) {
  const double weight = number_of(field, place, column, "weight");
  if (weight < 0.0)
    fail_at(place,
            fmt::format("expected a weight of 0 or more in column {}, found {}", in_quotes(column), in_quotes(field)));
  return weight;
}

}  // namespace direct
