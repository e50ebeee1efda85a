// SPDX-License-Identifier: MIT
#include "fit/feature_selection.h"

#include <algorithm>
#include <cstdint>

#include "fit/group_pivots.h"

namespace direct {
namespace {

struct Candidate {
  std::size_t group = 0;
  double gain = 0.0;
};

// The first of equals. Requires: not all groups are chosen.
Candidate best_candidate(const GroupPivots& pivots) {
  std::optional<Candidate> best;
  for (std::size_t g = 0; g < pivots.num_groups(); ++g) {
    if (pivots.is_chosen(g)) continue;
    const double gain = pivots.evidence_gain(g);
    if (!best || gain > best->gain) best = {g, gain};
  }
  return *best;
}

// In the order of their choice. Without a limit the search goes on for a while after the evidence has begun to fall,
// for two groups may gain what neither gains alone, and keeps what had the highest.
std::vector<std::size_t> selected_groups(const SecondMoments& statistics, const Variances& variances,
                                         const SelectionOptions& options) {
  constexpr std::size_t patience = 10;  // groups
  GroupPivots pivots(statistics, variances, options.group_size);
  const std::size_t limit = options.most ? std::max<std::size_t>(1, *options.most / options.group_size) : SIZE_MAX;
  const std::size_t most = std::min(limit, pivots.num_groups());
  std::vector<std::size_t> groups;
  double evidence = 0.0, highest = 0.0;
  std::size_t best_count = 1;
  while (groups.size() < most && (options.most || groups.size() < best_count + patience)) {
    const Candidate next = best_candidate(pivots);
    pivots.choose(next.group);
    groups.push_back(next.group);
    evidence += next.gain;
    if (evidence > highest) {
      highest = evidence;
      best_count = groups.size();
    }
    report(options.progress, {.stage = "features", .done = static_cast<double>(groups.size() * options.group_size)});
  }
  if (!options.most) groups.resize(best_count);
  return groups;
}

}  // namespace

std::size_t group_size(FeatureKind kind) { return kind == FeatureKind::fourier ? 2 : 1; }

std::vector<std::size_t> selected_features(const SecondMoments& statistics, const Variances& variances,
                                           const SelectionOptions& options) {
  std::vector<std::size_t> features;
  for (const std::size_t group : selected_groups(statistics, variances, options))
    for (std::size_t i = 0; i < options.group_size; ++i) features.push_back(group * options.group_size + i);
  std::ranges::sort(features);
  return features;
}

}  // namespace direct
