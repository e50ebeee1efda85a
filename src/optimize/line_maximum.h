// SPDX-License-Identifier: MIT
// The maximum of a smooth function of one variable when every evaluation is dear.
#pragma once

#include <functional>

namespace direct {

struct LineRange {
  double low = 0.0, high = 0.0;
};

struct LineOptions {
  double first_step = 1.0;
  double tolerance = 1e-2;  // stop when a parabola through the best points promises less than this
  int max_evaluations = 8;
};

struct LinePoint {
  double x = 0.0, value = 0.0;
};

// Brackets from `start` by doubling steps, then steps to the top of the parabola through the three best points.
LinePoint maximise_on_line(const std::function<double(double)>& function, double start, LineRange range,
                           const LineOptions& options = {});

}  // namespace direct
