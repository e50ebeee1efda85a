// SPDX-License-Identifier: MIT
#include "data/column_match.h"

#include <algorithm>

#include <fmt/format.h>

#include "data/text.h"

namespace direct {
namespace {

std::optional<std::size_t> find(const std::vector<std::string>& names, const std::string& wanted) {
  const auto found = std::find(names.begin(), names.end(), wanted);
  if (found == names.end()) return {};
  return static_cast<std::size_t>(found - names.begin());
}

bool is_expected(const Schema& schema, const std::string& name) {
  const auto has_name = [&](const Column& column) { return column.name == name; };
  return name == schema.target_name || find(schema.dropped, name) ||
         std::any_of(schema.columns.begin(), schema.columns.end(), has_name);
}

// A first row that has none of the names is a row of data.
void check_has_names(const Schema& schema, const TableReader& table) {
  const auto& names = table.names();
  if (std::any_of(names.begin(), names.end(), [&](const auto& name) { return is_expected(schema, name); })) return;
  std::vector<std::string> expected;
  for (const Column& column : schema.columns) expected.push_back(column.name);
  fail_at({table.name()},
          fmt::format("expected a header with the columns {}; found: {}", listed(expected), listed(names)));
}

ColumnMatch matched_by_name(const Schema& schema, const TableReader& table, bool with_target) {
  check_has_names(schema, table);
  ColumnMatch match;
  for (const Column& column : schema.columns) match.inputs.push_back(field_named(column.name, table));
  if (with_target) match.target = field_named(schema.target_name, table);
  for (const std::string& name : table.names()) {
    if (!is_expected(schema, name))
      match.warnings.push_back(fmt::format("{}: column {} is not used", table.name(), in_quotes(name)));
  }
  return match;
}

// New data may come without the target; what stood behind it then moves up.
ColumnMatch matched_by_position(const Schema& schema, const TableReader& table, bool with_target) {
  const std::size_t found = table.names().size();
  const bool has_target = found == schema.num_file_columns;
  if (!has_target && (with_target || found + 1 != schema.num_file_columns)) {
    const std::string or_fewer =
        with_target ? "" : fmt::format(" (or {} without the target)", schema.num_file_columns - 1);
    fail_at({table.name()}, fmt::format("expected {} columns{}, found {}", schema.num_file_columns, or_fewer, found));
  }
  ColumnMatch match;
  for (const Column& column : schema.columns) {
    match.inputs.push_back(column.position - (!has_target && column.position > schema.target_position ? 1 : 0));
  }
  if (with_target) match.target = schema.target_position;
  return match;
}

}  // namespace

std::size_t field_named(const std::string& wanted, const TableReader& table) {
  const auto field = find(table.names(), wanted);
  if (!field)
    fail_at({table.name()}, fmt::format("column {} is missing; found: {}", in_quotes(wanted), listed(table.names())));
  return *field;
}

ColumnMatch matched_columns(const Schema& schema, const TableReader& table, RowReader::Targets targets) {
  const bool with_target = targets == RowReader::Targets::required;
  return schema.has_header && table.has_header() ? matched_by_name(schema, table, with_target)
                                                 : matched_by_position(schema, table, with_target);
}

}  // namespace direct
