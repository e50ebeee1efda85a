// SPDX-License-Identifier: MIT
#include "data/surveyor.h"

#include <algorithm>

#include <fmt/format.h>

#include <direct/error.h>
#include <direct/progress.h>

#include "data/cell_error.h"
#include "data/column_code.h"
#include "data/column_match.h"
#include "data/text.h"

namespace direct {
namespace {

constexpr std::size_t rows_between_reports = 8192;

}  // namespace

Surveyor::Surveyor(const Dataset& dataset, const SurveyOptions& options)
    : dataset_(dataset),
      options_(options),
      pilot_(options.max_pilot_rows, [this](const auto& left, const auto& right) { return row_less(left, right); }),
      hash_(options.seed) {}

void Surveyor::read(const std::string& path) {
  const bool is_first = names_.empty();
  const Header header = is_first ? dataset_.options.header : has_header_ ? Header::yes : Header::no;
  TableReader table(dataset_, path, header);
  if (is_first) start(table);
  const std::vector<std::size_t> fields = matched_fields(table);
  while (table.next()) {
    const std::size_t row = num_rows_++;
    if (num_rows_ % rows_between_reports == 0) {
      report(options_.progress, {.stage = "read", .done = static_cast<double>(num_rows_)});
    }
    if (!dataset_.keep || dataset_.keep(row)) observe(table, fields);
  }
}

void Surveyor::start(const TableReader& first) {
  first_file_ = first.name();
  names_ = first.names();
  has_header_ = first.has_header();
  plan_ = column_plan(names_, dataset_.options, first_file_);
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (plan_.is_input[i]) columns_.emplace_back(names_[i], i, plan_.categorical[i], dataset_.options.missing);
  }
  codes_.resize(columns_.size() + 1);
}

// For each input, then the target: where this file has it. Every file must have the columns of the first, no others.
std::vector<std::size_t> Surveyor::matched_fields(const TableReader& table) const {
  const auto& names = table.names();
  if (!has_header_ && names.size() != names_.size()) {
    fail_at({table.name()},
            fmt::format("expected {} columns as in {}, found {}", names_.size(), first_file_, names.size()));
  }
  std::vector<std::size_t> fields;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const std::size_t field = field_named(names_[i], table);
    if (plan_.is_input[i]) fields.push_back(field);
  }
  for (const std::string& name : names) {
    if (std::find(names_.begin(), names_.end(), name) == names_.end()) {
      fail_at({table.name()}, fmt::format("column {} is not in {}", in_quotes(name), first_file_));
    }
  }
  fields.push_back(field_named(names_[plan_.target], table));
  return fields;
}

void Surveyor::observe(const TableReader& table, const std::vector<std::size_t>& fields) {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    codes_[i] = columns_[i].observe(table.field(fields[i]), table.place(fields[i]));
  }
  codes_.back() = target_value(table.field(fields.back()), table.place(fields.back()), names_[plan_.target]);
  target_.add(codes_.back());
  pilot_.offer(hash_of_row(), codes_, num_rows_ - 1);
  ++num_kept_;
}

std::uint64_t Surveyor::hash_of_row() {
  hash_.start();
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (is_missing(codes_[i]))
      hash_.add_missing();
    else if (columns_[i].categorical())
      hash_.add_text(columns_[i].level(codes_[i]));
    else
      hash_.add_number(codes_[i]);
  }
  hash_.add_number(codes_.back());
  return hash_.value();
}

// Level numbers depend on the order of arrival, so levels are compared as text. Missing values come first.
bool Surveyor::row_less(const std::vector<double>& left, const std::vector<double>& right) const {
  for (std::size_t i = 0; i < left.size(); ++i) {
    const bool missing = is_missing(left[i]);
    if (missing != is_missing(right[i])) return missing;
    if (missing || left[i] == right[i]) continue;
    if (i == columns_.size() || !columns_[i].categorical()) return left[i] < right[i];
    return columns_[i].level(left[i]) < columns_[i].level(right[i]);
  }
  return false;
}

Survey Surveyor::finish() const {
  if (num_kept_ == 0) throw Error(ErrorKind::data, first_file_ + ": no rows are left");
  Survey result;
  result.num_rows = num_kept_;
  describe(result);
  std::vector<SurveyedColumn> surveyed;
  for (const ColumnSurvey& column : columns_) {
    surveyed.push_back(column.finish());
    result.schema.columns.push_back(surveyed.back().column);
    if (!surveyed.back().warning.empty()) result.warnings.push_back(surveyed.back().warning);
    for (const Standardisation& input : surveyed.back().inputs) {
      result.scaling.input_means.push_back(input.mean);
      result.scaling.input_scales.push_back(input.scale);
    }
  }
  if (num_inputs(result.schema) == 0) fail_at({first_file_}, "no input columns with values are left");
  if (result.constant_target)
    result.warnings.push_back(fmt::format("the target {} is constant", in_quotes(result.schema.target_name)));
  add_pilot(result, surveyed);
  return result;
}

void Surveyor::describe(Survey& result) const {
  Schema& schema = result.schema;
  schema.target_name = names_[plan_.target];
  schema.target_position = plan_.target;
  schema.num_file_columns = names_.size();
  schema.has_header = has_header_;
  schema.missing = dataset_.options.missing;
  schema.unseen = dataset_.options.unseen;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (!plan_.is_input[i] && i != plan_.target) schema.dropped.push_back(names_[i]);
  }
  const Standardisation target = target_.standardisation();
  result.scaling.target_mean = target.mean;
  result.scaling.target_scale = target.scale;
  result.constant_target = target_.constant();
}

void Surveyor::add_pilot(Survey& result, const std::vector<SurveyedColumn>& surveyed) const {
  std::vector<const PilotRow*> rows;
  const std::vector<PilotRow> chosen = pilot_.chosen();
  for (const PilotRow& row : chosen) {
    rows.insert(rows.end(), row.positions.size(), &row);
    result.pilot.positions.insert(result.pilot.positions.end(), row.positions.begin(), row.positions.end());
  }
  result.pilot.inputs = Matrix(rows.size(), num_inputs(result.schema));
  std::vector<double> inputs(num_inputs(result.schema));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    double* next = inputs.data();
    for (std::size_t i = 0; i < surveyed.size(); ++i) {
      const Column& column = surveyed[i].column;
      double code = rows[r]->codes[i];
      if (column.categorical && !is_missing(code)) {
        code = static_cast<double>(surveyed[i].level_number[static_cast<std::size_t>(code)]);
      }
      encode(column, code, next);
      next += num_inputs(column);
    }
    for (std::size_t j = 0; j < inputs.size(); ++j) result.pilot.inputs(r, j) = inputs[j];
    result.pilot.targets.push_back(rows[r]->codes.back());
  }
}

Survey survey(const Dataset& dataset, const SurveyOptions& options) {
  Surveyor surveyor(dataset, options);
  for (const std::string& path : dataset.paths) surveyor.read(path);
  return surveyor.finish();
}

}  // namespace direct
