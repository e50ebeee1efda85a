// SPDX-License-Identifier: MIT
#include "data/surveyor.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include <direct/error.h>
#include <direct/progress.h>

#include "data/column_code.h"
#include "data/pipeline.h"
#include "data/row_hash.h"
#include "data/text.h"

namespace direct {
namespace {

constexpr std::size_t rows_between_reports = 8192;

}  // namespace

Surveyor::Surveyor(const Dataset& dataset, const SurveyOptions& options, std::size_t chunk_bytes)
    : dataset_(dataset),
      options_(options),
      chunk_bytes_(chunk_bytes),
      pilot_(std::max(options.max_pilot_rows, options.max_sample_rows),
             [this](const auto& left, const auto& right) { return learned_.row_less(left, right); }) {}

void Surveyor::read() {
  const auto match = [this](const Dialect& file) { return matched_fields(file); };
  TableChunks chunks(dataset_, dataset_.options.header, match, chunk_bytes_);
  run_pipeline<ChunkSurvey>([&](ChunkSurvey& part) { return chunks.next(part.chunk); },
                            [&](ChunkSurvey& part) { survey_rows(part); },
                            [&](const ChunkSurvey& part) { take(part); });
}

void Surveyor::start(const Dialect& first) {
  first_file_ = first.file;
  if (first.has_roles && !first.target && dataset_.options.target.empty())
    throw Error(ErrorKind::usage, "the table has no target; give it one, or name a column by `target`");
  names_ = first.names;
  has_header_ = first.has_header;
  plan_ = column_plan(names_, dataset_.options, options_.likelihood, first_file_);
  nothing_ = TableSurvey(names_, plan_, dataset_.options.missing, options_.likelihood);
  if (dataset_.known_schema) nothing_.expect(*dataset_.known_schema);
  learned_ = nothing_;
}

// Every file must have the columns of the first, no others.
ColumnMatch Surveyor::matched_fields(const Dialect& file) {
  if (names_.empty()) start(file);
  if (!has_header_ && file.names.size() != names_.size()) {
    fail_at({file.file},
            fmt::format("expected {} columns as in {}, found {}", names_.size(), first_file_, file.names.size()));
  }
  ColumnMatch match;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const std::size_t field = field_named(names_[i], file);
    if (plan_.is_input[i]) match.inputs.push_back(field);
    if (i == plan_.target) match.target = field;
    if (i == plan_.weight) match.weight = field;
    if (i == plan_.exposure) match.exposure = field;
  }
  for (const std::string& name : file.names) {
    if (std::find(names_.begin(), names_.end(), name) == names_.end()) {
      fail_at({file.file}, fmt::format("column {} is not in {}", in_quotes(name), first_file_));
    }
  }
  return match;
}

void Surveyor::survey_rows(ChunkSurvey& part) const try {
  part.learned = nothing_;
  part.rows.clear();
  part.codes.clear();
  part.error = nullptr;
  RowHash hash(options_.seed);
  TableRows rows(part.chunk, dataset_.keep);
  const std::size_t width = nothing_.num_codes();
  while (rows.next()) {
    const std::size_t start = part.codes.size();
    part.codes.resize(start + width);
    const std::span<double> codes = std::span(part.codes).subspan(start);
    const double weight = part.learned.observe(rows, codes);
    if (weight > 0.0) {
      hash.start();
      part.learned.add_to(hash, codes);
      part.rows.push_back({hash.value(), rows.position()});
    } else {
      part.codes.resize(start);
    }
  }
  part.num_rows = rows.num_rows();
} catch (...) {
  part.error = std::current_exception();
}

void Surveyor::take(const ChunkSurvey& part) {
  if (part.error || !learned_.can_merge(part.learned)) fail(part);
  offer_pilots(part, learned_.merge(part.learned));
  report_progress(part.num_rows);
}

// A chunk cannot tell its first error: what the chunks before it hold decides whether a cell is good. Now that they are
// known, row by row, the first bad cell is found again.
void Surveyor::fail(const ChunkSurvey& part) {
  TableRows rows(part.chunk, dataset_.keep);
  std::vector<double> codes(nothing_.num_codes());
  while (rows.next()) learned_.observe(rows, codes);
  assert(part.error);
  std::rethrow_exception(part.error);
}

void Surveyor::offer_pilots(const ChunkSurvey& part, const std::vector<std::vector<std::size_t>>& level_numbers) {
  const std::size_t width = nothing_.num_codes();
  for (std::size_t r = 0; r < part.rows.size(); ++r) {
    const ChunkSurvey::Row& row = part.rows[r];
    if (!pilot_.wants(row.hash)) continue;
    const auto first = part.codes.begin() + static_cast<std::ptrdiff_t>(r * width);
    std::vector<double> codes(first, first + static_cast<std::ptrdiff_t>(width));
    for (std::size_t i = 0; i < level_numbers.size(); ++i) {
      if (level_numbers[i].empty() || is_missing(codes[i])) continue;
      codes[i] = static_cast<double>(level_numbers[i][static_cast<std::size_t>(codes[i])]);
    }
    pilot_.offer(row.hash, codes, row.position);
  }
}

void Surveyor::report_progress(std::size_t num_rows) {
  for (std::size_t next = num_rows_ / rows_between_reports + 1; next * rows_between_reports <= num_rows; ++next) {
    report(options_.progress, {.stage = "read", .done = static_cast<double>(next * rows_between_reports)});
  }
  num_rows_ = num_rows;
}

void Surveyor::check_has_rows() const {
  if (learned_.num_rows() == 0) throw Error(ErrorKind::data, first_file_ + ": no rows are left");
  const std::string weight = plan_.weight ? in_quotes(names_[*plan_.weight]) : "";
  if (learned_.rows().num_rows() == 0) fail_at({first_file_}, "all weights are 0 in column " + weight);
  if (!std::isfinite(static_cast<double>(learned_.rows().weight().value())))
    fail_at({first_file_}, "the weights are too large to add up in column " + weight);
}

Survey Surveyor::finish() const {
  check_has_rows();
  const SurveyedTarget target = learned_.target().finish(learned_.rows(), first_file_);
  Survey result;
  describe(result);
  std::vector<SurveyedColumn> surveyed;
  for (const ColumnSurvey& column : learned_.columns()) surveyed.push_back(column.finish(learned_.rows()));
  add_columns(result, surveyed);
  if (num_inputs(result.schema) == 0) fail_at({first_file_}, "no input columns with values are left");
  add_target(result, target);
  add_pilot(result, surveyed, target);
  return result;
}

void Surveyor::describe(Survey& result) const {
  Schema& schema = result.schema;
  schema.target_name = names_[plan_.target];
  schema.target_position = plan_.target;
  if (plan_.weight) {
    schema.weight_name = names_[*plan_.weight];
    schema.weight_position = *plan_.weight;
  }
  if (plan_.exposure) {
    schema.exposure_name = names_[*plan_.exposure];
    schema.exposure_position = *plan_.exposure;
  }
  schema.likelihood = options_.likelihood;
  schema.num_file_columns = names_.size();
  schema.has_header = has_header_;
  schema.missing = dataset_.options.missing;
  schema.unseen = dataset_.options.unseen;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (!plan_.is_input[i] && i != plan_.target && i != plan_.weight && i != plan_.exposure)
      schema.dropped.push_back(names_[i]);
  }
  result.num_rows = learned_.num_rows();
  result.total_weight = static_cast<double>(learned_.rows().weight().value());
}

void Surveyor::add_columns(Survey& result, const std::vector<SurveyedColumn>& surveyed) const {
  for (const SurveyedColumn& column : surveyed) {
    result.schema.columns.push_back(column.column);
    if (!column.warning.empty()) result.warnings.push_back(column.warning);
    for (const SurveyedInput& input : column.inputs) {
      result.scaling.input_means.push_back(input.standardisation.mean);
      result.scaling.input_scales.push_back(input.standardisation.scale);
      result.least.push_back(input.least);
      result.most.push_back(input.most);
    }
  }
}

void Surveyor::add_target(Survey& result, const SurveyedTarget& target) const {
  result.schema.classes = target.classes;
  result.scaling.target_mean = target.scaling.mean;
  result.scaling.target_scale = target.scaling.scale;
  result.constant_target = target.constant;
  if (!target.warning.empty()) result.warnings.push_back(target.warning);
}

void Surveyor::add_pilot(Survey& result, const std::vector<SurveyedColumn>& surveyed,
                         const SurveyedTarget& target) const {
  const std::vector<PilotRow> rows = pilot_.chosen();
  result.pilot = encoded_rows(std::span(rows).first(std::min(rows.size(), options_.max_pilot_rows)), result.schema,
                              surveyed, target);
  result.sample = encoded_rows(rows, result.schema, surveyed, target);
}

Rows Surveyor::encoded_rows(std::span<const PilotRow> rows, const Schema& schema,
                            const std::vector<SurveyedColumn>& surveyed, const SurveyedTarget& target) const {
  Rows result{.inputs = Matrix(rows.size(), num_inputs(schema))};
  std::vector<double> inputs(num_inputs(schema));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    double* next = inputs.data();
    for (std::size_t i = 0; i < surveyed.size(); ++i) {
      const Column& column = surveyed[i].column;
      double code = rows[r].codes[i];
      if (column.categorical && !is_missing(code)) {
        code = static_cast<double>(surveyed[i].level_number[static_cast<std::size_t>(code)]);
      }
      encode(column, code, next);
      next += num_inputs(column);
    }
    for (std::size_t j = 0; j < inputs.size(); ++j) result.inputs(r, j) = inputs[j];
    const double code = rows[r].codes.back();
    const bool is_class = !target.classes.empty();
    if (plan_.exposure) result.exposures.push_back(rows[r].codes[surveyed.size()]);
    result.targets.push_back(is_class ? static_cast<double>(target.class_number[static_cast<std::size_t>(code)])
                                      : code);
    result.positions.push_back(rows[r].position);
  }
  return result;
}

Survey survey(const Dataset& dataset, const SurveyOptions& options) {
  Surveyor surveyor(dataset, options);
  surveyor.read();
  return surveyor.finish();
}

}  // namespace direct
