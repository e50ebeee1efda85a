// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>
#include <utility>

#include <direct/data.h>

#include "data/cell_encoder.h"
#include "data/cell_error.h"
#include "data/column_code.h"
#include "data/column_match.h"
#include "data/table_reader.h"

namespace direct {
namespace {

// Rows come one after another, but a Matrix is column-major.
void copy_transposed(const std::vector<double>& row_major, std::size_t num_rows, std::size_t num_columns,
                     Matrix& result) {
  result.resize(num_rows, num_columns);
  for (std::size_t j = 0; j < num_columns; ++j) {
    double* column = result.column(j).data();
    for (std::size_t i = 0; i < num_rows; ++i) column[i] = row_major[i * num_columns + j];
  }
}

}  // namespace

struct RowReader::State {
  State(const Dataset& data, const Schema& description, Targets wanted_targets, std::size_t rows_per_block)
      : dataset(data),
        schema(description),
        targets(wanted_targets),
        block_rows(std::max<std::size_t>(rows_per_block, 1)),
        width(num_inputs(schema)) {
    for (const Column& column : schema.columns) encoders.emplace_back(schema, column);
    open_next_file();
  }

  void open_next_file();
  bool next_kept_row();
  void encode_row(Rows& rows);

  const Dataset dataset;
  const Schema schema;
  const Targets targets;
  const std::size_t block_rows;
  const std::size_t width;
  std::vector<CellEncoder> encoders;
  std::vector<double> block;  // encoded rows, one after another
  std::size_t next_file = 0, next_row = 0;
  std::optional<TableReader> table;  // empty after the last file
  ColumnMatch match;
  std::vector<std::string> warnings;
};

void RowReader::State::open_next_file() {
  table.reset();
  if (next_file == dataset.paths.size()) return;
  Header header = dataset.options.header;
  if (header == Header::detect) header = schema.has_header ? Header::yes : Header::no;
  table.emplace(dataset, dataset.paths[next_file++], header);
  match = matched_columns(schema, *table, targets);
  warnings.insert(warnings.end(), match.warnings.begin(), match.warnings.end());
}

bool RowReader::State::next_kept_row() {
  while (table) {
    if (!table->next()) {
      open_next_file();
      continue;
    }
    const std::size_t row = next_row++;
    if (!dataset.keep || dataset.keep(row)) return true;
  }
  return false;
}

void RowReader::State::encode_row(Rows& rows) {
  const std::size_t start = block.size();
  block.resize(start + width);
  double* inputs = block.data() + start;
  for (std::size_t i = 0; i < encoders.size(); ++i) {
    const std::size_t field = match.inputs[i];
    encode(encoders[i].column(), encoders[i].code(table->field(field), table->place(field)), inputs);
    inputs += num_inputs(encoders[i].column());
  }
  if (match.target) {
    rows.targets.push_back(target_value(table->field(*match.target), table->place(*match.target), schema.target_name));
  }
  rows.positions.push_back(next_row - 1);
}

RowReader::RowReader(const Dataset& dataset, const Schema& schema, Targets targets, std::size_t block_rows)
    : state_(std::make_unique<State>(dataset, schema, targets, block_rows)) {}
RowReader::~RowReader() = default;
RowReader::RowReader(RowReader&&) noexcept = default;
RowReader& RowReader::operator=(RowReader&&) noexcept = default;

bool RowReader::next(Rows& rows) {
  rows.targets.clear();
  rows.positions.clear();
  state_->block.clear();
  while (rows.positions.size() < state_->block_rows && state_->next_kept_row()) state_->encode_row(rows);
  copy_transposed(state_->block, rows.positions.size(), state_->width, rows.inputs);
  return !rows.positions.empty();
}

std::size_t RowReader::unseen_levels() const {
  std::size_t count = 0;
  for (const CellEncoder& encoder : state_->encoders) count += encoder.num_unseen();
  return count;
}

const std::vector<std::string>& RowReader::warnings() const { return state_->warnings; }

}  // namespace direct
