// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>
#include <utility>

#include <direct/data.h>

#include "data/row_encoder.h"
#include "data/table_chunks.h"
#include "data/table_rows.h"

namespace direct {

struct RowReader::State {
  State(const Dataset& data, const Schema& description, Targets targets, std::size_t rows_per_block)
      : dataset(data),
        schema(description),
        block_rows(std::max<std::size_t>(rows_per_block, 1)),
        encoder(schema),
        chunks(matched_chunks(dataset, schema, {.targets = targets, .weights = Weights::optional})) {}

  bool next_kept_row();

  const Dataset dataset;
  const Schema schema;
  const std::size_t block_rows;
  const RowEncoder encoder;
  TableChunks chunks;
  TableChunk chunk;
  std::optional<TableRows> rows;  // of the chunk
  RowBlock block;
  std::size_t num_unseen = 0;
};

bool RowReader::State::next_kept_row() {
  while (!rows || !rows->next()) {
    rows.reset();
    if (!chunks.next(chunk)) return false;
    rows.emplace(chunk, dataset.keep);
  }
  return true;
}

RowReader::RowReader(const Dataset& dataset, const Schema& schema, Targets targets, std::size_t block_rows)
    : state_(std::make_unique<State>(dataset, schema, targets, block_rows)) {}
RowReader::~RowReader() = default;
RowReader::RowReader(RowReader&&) noexcept = default;
RowReader& RowReader::operator=(RowReader&&) noexcept = default;

bool RowReader::next(Rows& rows) {
  RowBlock& block = state_->block;
  std::swap(block.rows, rows);  // and its memory
  block.clear();
  while (block.size() < state_->block_rows && state_->next_kept_row()) state_->encoder.append(*state_->rows, block);
  state_->encoder.finish(block);
  state_->num_unseen += block.num_unseen;
  std::swap(block.rows, rows);
  return !rows.positions.empty();
}

std::size_t RowReader::unseen_levels() const { return state_->num_unseen; }
const std::vector<std::string>& RowReader::warnings() const { return state_->chunks.warnings(); }

}  // namespace direct
