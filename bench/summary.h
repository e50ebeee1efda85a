// SPDX-License-Identifier: MIT
// What benchmarks say about many numbers at once.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "algebra/stopwatch.h"

namespace bench {

inline double mean(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// Requires: not empty.
inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return 0.5 * (values[(values.size() - 1) / 2] + values[values.size() / 2]);
}

inline double geometric_mean(std::vector<double> values) {
  for (double& value : values) value = std::log(value);
  return std::exp(mean(values));
}

inline double median_seconds(int repetitions, const std::function<void()>& body) {
  std::vector<double> seconds;
  for (int i = 0; i < repetitions; ++i) {
    const direct::Stopwatch stopwatch;
    body();
    seconds.push_back(stopwatch.seconds());
  }
  return median(seconds);
}

inline std::string verdict(bool holds) { return holds ? "holds" : "FALLS SHORT"; }

}  // namespace bench
