// SPDX-License-Identifier: MIT
#include "data/row_encoder.h"

#include "data/cell_error.h"
#include "data/column_code.h"

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

void RowBlock::clear() {
  inputs.clear();
  rows.targets.clear();
  rows.weights.clear();
  rows.exposures.clear();
  rows.positions.clear();
  has_weights = false;
  num_unseen = 0;
}

RowEncoder::RowEncoder(const Schema& schema) : schema_(schema), width_(num_inputs(schema)), target_(schema) {
  for (const Column& column : schema.columns) encoders_.emplace_back(schema, column);
}

void RowEncoder::append(const TableRows& row, RowBlock& block) const {
  const ColumnMatch& match = row.match();
  double weight = 1.0;
  if (match.weight) weight = weight_value(row.cell(*match.weight), row.place(*match.weight), schema_.weight_name);
  append_inputs(row, weight, block);
  if (const auto field = match.exposure)
    block.rows.exposures.push_back(exposure_value(row.cell(*field), row.place(*field), schema_.exposure_name));
  if (const auto field = match.target)
    block.rows.targets.push_back(target_.value(row.cell(*field), row.place(*field), weight));
  block.has_weights = block.has_weights || match.weight.has_value();
  block.rows.weights.push_back(weight);
  block.rows.positions.push_back(row.position());
}

void RowEncoder::append_inputs(const TableRows& row, double weight, RowBlock& block) const {
  const std::size_t start = block.inputs.size();
  block.inputs.resize(start + width_);
  double* inputs = block.inputs.data() + start;
  for (std::size_t i = 0; i < encoders_.size(); ++i) {
    const std::size_t field = row.match().inputs[i];
    const double code = encoders_[i].code(row.cell(field), row.place(field), weight);
    if (encoders_[i].is_unseen(code) && weight > 0.0) ++block.num_unseen;
    encode(encoders_[i].column(), code, inputs);
    inputs += num_inputs(encoders_[i].column());
  }
}

// Blocks may span files, and files without weights count each row once.
void RowEncoder::finish(RowBlock& block) const {
  copy_transposed(block.inputs, block.size(), width_, block.rows.inputs);
  if (!block.has_weights) block.rows.weights.clear();
}

}  // namespace direct
