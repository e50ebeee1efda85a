// SPDX-License-Identifier: MIT
#include "data/pilot_sample.h"

#include <iterator>

namespace direct {

// A row that belongs to the sample in the end belongs to it from its first occurrence on, so none is missed.
void PilotSample::offer(std::uint64_t hash, const std::vector<double>& codes, std::size_t position) {
  if (!wants(hash)) return;
  rows_.insert({{hash, codes}, position});
  if (rows_.size() > capacity_) rows_.erase(std::prev(rows_.end()));
  largest_hash_ = std::prev(rows_.end())->first.hash;
}

std::vector<PilotRow> PilotSample::chosen() const {
  std::vector<PilotRow> result;
  for (const auto& [key, position] : rows_) result.push_back({key.codes, position});
  return result;
}

}  // namespace direct
