// SPDX-License-Identifier: MIT
#include "data/row_pass.h"

#include <cassert>

#include "data/pipeline.h"
#include "data/row_encoder.h"
#include "data/table_chunks.h"
#include "data/table_rows.h"

namespace direct {
namespace {

struct EncodedChunk {
  TableChunk chunk;
  RowBlock block;
};

// Chunks of the others are cut, for their rows are to be counted, but not parsed.
bool next_of_share(TableChunks& chunks, const Share& share, TableChunk& chunk) {
  while (chunks.next(chunk)) {
    if (chunk.number % share.count == share.index) return true;
  }
  return false;
}

void encode_rows(const RowFilter& keep, const RowEncoder& encoder, EncodedChunk& encoded) {
  encoded.block.clear();
  TableRows rows(encoded.chunk, keep);
  while (rows.next()) encoder.append(rows, encoded.block);
  encoder.finish(encoded.block);
}

}  // namespace

RowPass for_each_block(const Dataset& dataset, const Schema& schema, RowReader::Targets targets, Share share,
                       const std::function<void(Rows&)>& use, std::size_t chunk_bytes) {
  assert(share.index < share.count);
  const RowEncoder encoder(schema);
  TableChunks chunks = matched_chunks(dataset, schema, {.targets = targets}, chunk_bytes);
  RowPass pass;
  run_pipeline<EncodedChunk>([&](EncodedChunk& encoded) { return next_of_share(chunks, share, encoded.chunk); },
                             [&](EncodedChunk& encoded) { encode_rows(dataset.keep, encoder, encoded); },
                             [&](EncodedChunk& encoded) {
                               pass.unseen_levels += encoded.block.num_unseen;
                               if (encoded.block.size() > 0) use(encoded.block.rows);
                             });
  pass.warnings = chunks.warnings();
  return pass;
}

}  // namespace direct
