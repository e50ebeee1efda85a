// SPDX-License-Identifier: MIT
// One pass over the data that all threads parse: bytes are cut into chunks of whole records, chunks are parsed and
// encoded in parallel, and the rows are handed over one chunk at a time, in their order. At most a few chunks exist at
// once: who reads waits for who uses. An error is that of the first bad record, whichever thread finds one first.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <direct/data.h>

#include "data/chunk_reader.h"

namespace direct {

struct RowPass {
  std::vector<std::string> warnings;
  std::size_t unseen_levels = 0;  // cells encoded as "no level" under Unseen::ignore; of this share
};

// `use` is called from one thread at a time and may throw, which ends the pass. It gets no empty blocks and may run
// parallel loops. Where the schema names a column of weights, every file must have it, unless the targets are ignored.
RowPass for_each_block(const Dataset& dataset, const Schema& schema, RowReader::Targets targets, Share share,
                       const std::function<void(Rows&)>& use, std::size_t chunk_bytes = default_chunk_bytes);

}  // namespace direct
