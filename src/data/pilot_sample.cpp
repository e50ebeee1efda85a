// SPDX-License-Identifier: MIT
#include "data/pilot_sample.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace direct {

// A row that belongs to the sample in the end belongs to it from its first occurrence on, so none is missed.
void PilotSample::offer(std::uint64_t hash, const std::vector<double>& codes, std::size_t position, double weight) {
  if (!wants(hash)) return;
  auto& positions = rows_[{hash, codes}];
  const double most = static_cast<double>(capacity_ - positions.size());
  positions.insert(positions.end(), static_cast<std::size_t>(std::min(std::ceil(weight), most)), position);
  if (rows_.size() > capacity_) rows_.erase(std::prev(rows_.end()));
  largest_hash_ = std::prev(rows_.end())->first.hash;
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
