// SPDX-License-Identifier: MIT
#include "data/column_match.h"

#include <algorithm>

#include <fmt/format.h>

#include "data/place.h"
#include "data/text.h"

namespace direct {
namespace {

using Targets = RowReader::Targets;

std::optional<std::size_t> find(const std::vector<std::string>& names, const std::string& wanted) {
  const auto found = std::find(names.begin(), names.end(), wanted);
  if (found == names.end()) return {};
  return static_cast<std::size_t>(found - names.begin());
}

bool has_weight(const Schema& schema) { return !schema.weight_name.empty(); }
bool has_exposure(const Schema& schema) { return !schema.exposure_name.empty(); }

bool is_expected(const Schema& schema, const std::string& name) {
  const auto has_name = [&](const Column& column) { return column.name == name; };
  return name == schema.target_name || (has_weight(schema) && name == schema.weight_name) ||
         (has_exposure(schema) && name == schema.exposure_name) || find(schema.dropped, name) ||
         std::any_of(schema.columns.begin(), schema.columns.end(), has_name);
}

// A first row that has none of the names is a row of data.
void check_has_names(const Schema& schema, const Dialect& file) {
  const auto& names = file.names;
  if (std::any_of(names.begin(), names.end(), [&](const auto& name) { return is_expected(schema, name); })) return;
  std::vector<std::string> expected;
  for (const Column& column : schema.columns) expected.push_back(column.name);
  fail_at({file.file},
          fmt::format("expected a header with the columns {}; found: {}", listed(expected), listed(names)));
}

std::size_t role_or_named(std::optional<std::size_t> role, const std::string& name, const Dialect& file) {
  return role ? *role : field_named(name, file);
}

bool has_known_role(const Schema& schema, const Dialect& file, std::size_t field) {
  return field == file.target || (field == file.weight && has_weight(schema)) ||
         (field == file.exposure && has_exposure(schema));
}

ColumnMatch matched_by_name(const Schema& schema, const Dialect& file, const Wanted& wanted) {
  check_has_names(schema, file);
  ColumnMatch match;
  for (const Column& column : schema.columns) match.inputs.push_back(field_named(column.name, file));
  if (has_exposure(schema)) match.exposure = role_or_named(file.exposure, schema.exposure_name, file);
  if (wanted.targets == Targets::required) {
    match.target = role_or_named(file.target, schema.target_name, file);
    if (has_weight(schema)) match.weight = file.weight ? file.weight : find(file.names, schema.weight_name);
    if (has_weight(schema) && wanted.weights == Weights::required)
      match.weight = role_or_named(file.weight, schema.weight_name, file);
  }
  for (std::size_t i = 0; i < file.names.size(); ++i) {
    if (!is_expected(schema, file.names[i]) && !has_known_role(schema, file, i))
      match.warnings.push_back(fmt::format("{}: column {} is not used", file.file, in_quotes(file.names[i])));
  }
  return match;
}

// Positions in the training file of the columns that this file is without, as its width tells. New data may come
// without the target and the weight; what stood behind them then moves up. One column less than that would tell
// nothing of which it is.
std::vector<std::size_t> absent_positions(const Schema& schema, const Dialect& file, const Wanted& wanted) {
  std::vector<std::size_t> may_be_absent;
  if (wanted.targets == Targets::ignored) may_be_absent.push_back(schema.target_position);
  if (has_weight(schema) && (wanted.targets == Targets::ignored || wanted.weights == Weights::optional))
    may_be_absent.push_back(schema.weight_position);
  const std::size_t expected = schema.num_file_columns, found = file.names.size();
  if (found == expected) return {};
  if (found + may_be_absent.size() == expected) return may_be_absent;
  std::string or_fewer;
  if (!may_be_absent.empty()) {
    const char* what = wanted.targets == Targets::required ? "weight"
                       : has_weight(schema)                ? "target and the weight"
                                                           : "target";
    or_fewer = fmt::format(" (or {} without the {})", expected - may_be_absent.size(), what);
  }
  fail_at({file.file}, fmt::format("expected {} columns{}, found {}", expected, or_fewer, found));
}

ColumnMatch matched_by_position(const Schema& schema, const Dialect& file, const Wanted& wanted) {
  const std::vector<std::size_t> absent = absent_positions(schema, file, wanted);
  const auto moved_up = [&](std::size_t position) {
    const auto before = [=](std::size_t other) { return other < position; };
    return position - static_cast<std::size_t>(std::count_if(absent.begin(), absent.end(), before));
  };
  ColumnMatch match;
  for (const Column& column : schema.columns) match.inputs.push_back(moved_up(column.position));
  if (has_exposure(schema)) match.exposure = moved_up(schema.exposure_position);
  if (wanted.targets == Targets::required) {
    match.target = moved_up(schema.target_position);
    if (has_weight(schema) && absent.empty()) match.weight = schema.weight_position;
  }
  return match;
}

std::vector<std::size_t> without(std::size_t count, const std::vector<std::optional<std::size_t>>& taken) {
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < count; ++i)
    if (std::find(taken.begin(), taken.end(), i) == taken.end()) left.push_back(i);
  return left;
}

std::optional<std::size_t> required_role(std::optional<std::size_t> field, const char* what, const Dialect& table) {
  if (!field) fail_at({table.file}, fmt::format("has no {}", what));
  return field;
}

// The i-th input column of the table is the i-th of training; columns that were dropped there count as inputs.
ColumnMatch matched_by_order(const Schema& schema, const Dialect& table, const Wanted& wanted) {
  std::vector<std::optional<std::size_t>> not_inputs{schema.target_position};
  if (has_weight(schema)) not_inputs.emplace_back(schema.weight_position);
  if (has_exposure(schema)) not_inputs.emplace_back(schema.exposure_position);
  const auto positions = without(schema.num_file_columns, not_inputs);
  const auto fields = without(table.names.size(), {table.target, table.weight, table.exposure});
  if (fields.size() != positions.size())
    fail_at({table.file}, fmt::format("expected {} input columns, found {}", positions.size(), fields.size()));
  ColumnMatch match;
  for (const Column& column : schema.columns) {
    const auto place = std::lower_bound(positions.begin(), positions.end(), column.position);
    match.inputs.push_back(fields[static_cast<std::size_t>(place - positions.begin())]);
  }
  if (has_exposure(schema)) match.exposure = required_role(table.exposure, "exposures", table);
  if (wanted.targets == Targets::required) {
    match.target = required_role(table.target, "target", table);
    if (has_weight(schema))
      match.weight = wanted.weights == Weights::required ? required_role(table.weight, "weights", table) : table.weight;
  }
  return match;
}

}  // namespace

std::size_t field_named(const std::string& wanted, const Dialect& file) {
  const auto field = find(file.names, wanted);
  if (!field)
    fail_at({file.file}, fmt::format("column {} is missing; found: {}", in_quotes(wanted), listed(file.names)));
  return *field;
}

ColumnMatch matched_columns(const Schema& schema, const Dialect& file, const Wanted& wanted) {
  if (schema.has_header && file.has_header) return matched_by_name(schema, file, wanted);
  return file.has_roles ? matched_by_order(schema, file, wanted) : matched_by_position(schema, file, wanted);
}

}  // namespace direct
