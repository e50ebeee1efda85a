// SPDX-License-Identifier: MIT
#include "predict/frontier.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace direct {
namespace {

// The index of the first point of the frontier that is less than all others.
template <typename Admits, typename Less>
std::size_t least(const std::vector<TunePoint>& points, const Admits& admits, const Less& less) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (points[i].on_frontier && admits(points[i]) && (!best || less(points[i], points[*best]))) best = i;
  return best.value_or(0);
}

double least_rmse(const std::vector<TunePoint>& points) {
  double least = HUGE_VAL;
  for (const TunePoint& point : points) least = std::min(least, point.rmse.mean);
  return least;
}

}  // namespace

bool beats(const TunePoint& one, const TunePoint& other) {
  const bool as_good = one.rmse.mean <= other.rmse.mean && one.nll.mean <= other.nll.mean && one.bytes <= other.bytes;
  return as_good && (one.rmse.mean < other.rmse.mean || one.nll.mean < other.nll.mean || one.bytes < other.bytes);
}

void find_frontier(Tuning& tuning) {
  constexpr double tolerance = 1.02;  // of the least rmse
  std::vector<TunePoint>& points = tuning.points;
  std::ranges::stable_sort(points, {}, &TunePoint::bytes);
  for (TunePoint& point : points)
    point.on_frontier = std::ranges::none_of(points, [&](const TunePoint& other) { return beats(other, point); });
  const double enough = tolerance * least_rmse(points);
  const auto any = [](const TunePoint&) { return true; };
  const auto enough_of = [&](const TunePoint& point) { return point.rmse.mean <= enough; };
  const bool some = std::ranges::any_of(
      points, [&](const TunePoint& point) { return point.on_frontier && point.trusted && enough_of(point); });
  const auto accurate = [&](const TunePoint& point) { return enough_of(point) && (point.trusted || !some); };
  tuning.best = least(points, any, [](const TunePoint& a, const TunePoint& b) { return a.nll.mean < b.nll.mean; });
  tuning.smallest = least(points, accurate, [](const TunePoint& a, const TunePoint& b) { return a.bytes < b.bytes; });
}

}  // namespace direct
