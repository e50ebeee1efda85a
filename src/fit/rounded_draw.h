// SPDX-License-Identifier: MIT
// A draw of the companion on the grid: rounded weight after weight, then improved by moves of single weights.
#pragma once

#include <span>
#include <vector>

#include "fit/lattice.h"

namespace direct {

// What distances are measured in: A = noise_precision G + diag(1 / prior.variances).
struct CompanionMetric {
  const SecondMoments& statistics;
  const WeightPrior& prior;
  double noise_precision;
};

struct RoundedDraw {
  std::vector<double> point;  // of the grid; no other level of any one weight is nearer to the draw
  bool refined = false;       // single moves found a nearer one than rounding did
  int sweeps = 0;
  double distortion = 0.0;  // tau (point - draw)' G (point - draw) / n: what rounding adds to the variance of the noise
};

// On the levels of the metric's prior, or on those of `nearest`. Requires: the companion is that of the metric.
RoundedDraw rounded_draw(const CompanionMetric& metric, const OrderedCompanion& companion,
                         std::span<const double> draw);
RoundedDraw rounded_draw(const CompanionMetric& metric, const OrderedCompanion& companion, std::span<const double> draw,
                         const NearestLevel& nearest);

}  // namespace direct
