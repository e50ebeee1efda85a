// SPDX-License-Identifier: MIT
#include "data/cell_encoder.h"

#include <fmt/format.h>

#include "data/cell_error.h"
#include "data/text.h"

namespace direct {

CellEncoder::CellEncoder(const Schema& schema, const Column& column) : schema_(schema), column_(column) {
  for (const std::string& level : column.levels) levels_.insert(level);
}

double CellEncoder::code(const Cell& cell, const Place& place, double weight) const {
  if (cell.kind == CellKind::missing) {
    if (schema_.missing == Missing::error) fail_missing(place, column_.name, column_.categorical);
    return missing_code;
  }
  if (column_.categorical) return level_code(CellText(cell).view(), place, weight);
  if (cell.kind != CellKind::number) fail_not_a_number(place, column_.name, cell);
  return cell.value;
}

double CellEncoder::level_code(std::string_view text, const Place& place, double weight) const {
  if (const auto number = levels_.find(text)) return static_cast<double>(*number);
  if (schema_.unseen == Unseen::error && weight > 0.0) {
    fail_at(place, fmt::format("unseen level {} in column {}; expected one of: {} (or fit with `unseen` ignore)",
                               in_quotes(text), in_quotes(column_.name), listed(column_.levels)));
  }
  return unseen_level_code;
}

}  // namespace direct
