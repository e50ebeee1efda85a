// SPDX-License-Identifier: MIT
#include "data/pilot_sample.h"

#include <iterator>

namespace direct {

// A row that belongs to the sample in the end belongs to it from its first occurrence on, so none is missed.
void PilotSample::offer(std::uint64_t hash, const std::vector<double>& codes, std::size_t position) {
  if (capacity_ == 0) return;
  if (rows_.size() == capacity_ && hash > std::prev(rows_.end())->first.hash) return;
  auto& positions = rows_[{hash, codes}];
  if (positions.size() < capacity_) positions.push_back(position);
  if (rows_.size() > capacity_) rows_.erase(std::prev(rows_.end()));
}

std::vector<PilotRow> PilotSample::chosen() const {
  std::vector<PilotRow> result;
  for (const auto& [key, positions] : rows_) result.push_back({key.codes, {}});
  std::size_t places = 0;
  for (bool more = true; more && places < capacity_;) {
    more = false;
    auto row = result.begin();
    for (auto entry = rows_.begin(); entry != rows_.end() && places < capacity_; ++entry, ++row) {
      if (row->positions.size() == entry->second.size()) continue;
      row->positions.push_back(entry->second[row->positions.size()]);
      ++places;
      more = true;
    }
  }
  return result;
}

}  // namespace direct
