// SPDX-License-Identifier: MIT
#include "data/table_columns.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "data/text.h"

namespace direct {
namespace {

void add_column(TableColumns& table, const std::string& name, const Values& values) {
  table.dialect.names.push_back(name);
  table.columns.push_back(values);
}

void add_inputs(TableColumns& result, const Table& table) {
  const std::size_t expected = table.inputs.cols(), found = table.names.size();
  if (found > 0 && found != expected)
    fail_at({result.dialect.file}, fmt::format("expected {} names of inputs, found {}", expected, found));
  for (std::size_t j = 0; j < expected; ++j)
    add_column(result, found == 0 ? "" : table.names[j], table.inputs.column(j));
  for (const TableColumn& column : table.columns) add_column(result, column.name, column.values);
}

bool is_named(const Values& values, const std::string& name) { return !values.empty() && !name.empty(); }

bool has_names(const TableColumns& inputs, const Table& table) {
  const auto& names = inputs.dialect.names;
  return std::any_of(names.begin(), names.end(), [](const std::string& name) { return !name.empty(); }) ||
         is_named(table.target, table.options.target) || is_named(table.weights, table.options.weight) ||
         is_named(table.exposures, table.options.exposure);
}

std::optional<std::size_t> add_member(TableColumns& table, const Values& values, const std::string& name,
                                      const char* default_name) {
  if (values.empty()) return {};
  add_column(table, name.empty() && table.dialect.has_header ? default_name : name, values);
  return table.columns.size() - 1;
}

void finish_table_names(Dialect& dialect) {
  std::set<std::string> seen;
  for (std::size_t i = 0; i < dialect.names.size(); ++i) {
    std::string& name = dialect.names[i];
    if (name.empty()) name = std::to_string(i);
    if (!is_utf8(name)) fail_at({dialect.file}, "column name is not valid UTF-8: " + in_quotes(name));
    if (!seen.insert(name).second) fail_at({dialect.file}, "duplicate column name " + in_quotes(name));
  }
}

void check_table_lengths(const TableColumns& table) {
  const auto& names = table.dialect.names;
  if (table.columns.empty() || table.num_rows == 0) fail_at({table.dialect.file}, "has no rows");
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (table.columns[i].size() != table.num_rows)
      fail_at({table.dialect.file},
              fmt::format("expected {} rows in column {} as in column {}, found {}", table.num_rows,
                          in_quotes(names[i]), in_quotes(names[0]), table.columns[i].size()));
  }
}

}  // namespace

TableColumns table_columns(const Table& table) {
  TableColumns result{.dialect = {.file = "table"}};
  add_inputs(result, table);
  Dialect& dialect = result.dialect;
  dialect.has_header = has_names(result, table);
  dialect.exposure = add_member(result, table.exposures, table.options.exposure, "exposure");
  dialect.weight = add_member(result, table.weights, table.options.weight, "weight");
  dialect.target = add_member(result, table.target, table.options.target, "target");
  result.num_rows = result.columns.empty() ? 0 : result.columns.front().size();
  dialect.has_roles =
      dialect.target || dialect.weight || dialect.exposure || (table.inputs.cols() > 0 && table.options.target.empty());
  finish_table_names(dialect);
  check_table_lengths(result);
  return result;
}

Table::operator Dataset() const {
  const auto checked = std::make_shared<const TableColumns>(table_columns(*this));
  const Dialect& dialect = checked->dialect;
  Dataset dataset;
  dataset.options = options;
  dataset.table = checked;
  if (dialect.target) dataset.options.target = dialect.names[*dialect.target];
  if (dialect.weight) dataset.options.weight = dialect.names[*dialect.weight];
  if (dialect.exposure) dataset.options.exposure = dialect.names[*dialect.exposure];
  return dataset;
}

Cell TableColumns::cell(std::size_t column, std::size_t row) const {
  const Values& values = columns[column];
  if (!values.categorical()) return number_cell(values.number(row));
  const auto text = values.text(row);
  if (!text)
    fail_at(place(row), fmt::format("expected the code of a level, or -1, in column {}, found {}",
                                    in_quotes(dialect.names[column]), values.code(row)));
  return category_cell(*text);
}

}  // namespace direct
