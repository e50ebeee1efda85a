// SPDX-License-Identifier: MIT
#include "data/cell_error.h"

#include <fmt/format.h>

#include "data/text.h"

namespace direct {

void fail_not_a_number(const Place& place, const std::string& column, std::string_view found, const std::string& hint) {
  const bool infinite = parsed_cell(found).kind == CellKind::not_finite;
  fail_at(place, fmt::format("expected a {}number in column {}, found {}{}", infinite ? "finite " : "",
                             in_quotes(column), in_quotes(found), hint));
}

void fail_missing(const Place& place, const std::string& column, bool categorical) {
  fail_at(place, fmt::format("missing value in column {}; expected a {} (or fit with --missing mean|indicator)",
                             in_quotes(column), categorical ? "category" : "number"));
}

void fail_missing_target(const Place& place, const std::string& column) {
  fail_at(place, fmt::format("missing value in the target column {}; expected a number", in_quotes(column)));
}

double target_value(std::string_view field, const Place& place, const std::string& column) {
  const Cell cell = parsed_cell(field);
  if (cell.kind == CellKind::missing) fail_missing_target(place, column);
  if (cell.kind != CellKind::number) fail_not_a_number(place, column, field);
  return cell.value;
}

}  // namespace direct
