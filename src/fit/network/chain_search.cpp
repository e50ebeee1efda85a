// SPDX-License-Identifier: MIT
#include "fit/network/chain_search.h"

namespace direct {
namespace {

// Each weight moves once at the most.
bool is_improved_by_chain(std::size_t weight, std::size_t level, GridPoint& point) {
  constexpr int longest = 8;
  if (level >= point.num_levels()) return false;
  GridPoint moved = point;
  std::vector<bool> may_move(point.num_weights(), true);
  may_move[weight] = false;
  moved.apply(weight, level);
  for (int i = 0; i < longest && !moved.is_better_than(point); ++i) {
    const GridPoint::Move next = moved.best_move(may_move);
    if (!(next.value > moved.value())) return false;
    moved.apply(next.weight, next.level);
    may_move[next.weight] = false;
  }
  if (!moved.is_better_than(point)) return false;
  point = std::move(moved);
  return true;
}

}  // namespace

void search_chains(const NetworkProblem& p, const std::vector<bool>& first, GridPoint& point) {
  for (std::size_t j = 0, without_gain = 0; without_gain < first.size(); j = (j + 1) % first.size()) {
    if (first[j]) report(p.options.progress, {.stage = "search", .done = static_cast<double>(j)});
    const bool gains = first[j] && (is_improved_by_chain(j, point.code(j) - 1, point) ||
                                    is_improved_by_chain(j, point.code(j) + 1, point));
    without_gain = gains ? 0 : without_gain + 1;
  }
}

}  // namespace direct
