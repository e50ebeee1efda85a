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

// For calls too short for the clock: of seven batches of as many calls as take a hundredth of a second the fastest, for
// what else the machine does is no part of it.
inline double seconds_per_call(const std::function<void()>& body) {
  const direct::Stopwatch stopwatch;
  int calls = 0;
  for (; calls == 0 || stopwatch.seconds() < 0.01; ++calls) body();
  double fastest = stopwatch.seconds();
  for (int batch = 0; batch < 7; ++batch) {
    const direct::Stopwatch of_batch;
    for (int i = 0; i < calls; ++i) body();
    fastest = std::min(fastest, of_batch.seconds());
  }
  return fastest / calls;
}

// Least squares: the p of y = c x^p.
inline double fitted_exponent(const std::vector<double>& x, const std::vector<double>& y) {
  double log_x = 0.0, log_y = 0.0, square = 0.0, product = 0.0;
  const auto n = static_cast<double>(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    log_x += std::log(x[i]) / n;
    log_y += std::log(y[i]) / n;
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    square += (std::log(x[i]) - log_x) * (std::log(x[i]) - log_x);
    product += (std::log(x[i]) - log_x) * (std::log(y[i]) - log_y);
  }
  return product / square;
}

inline std::string verdict(bool holds) { return holds ? "holds" : "FALLS SHORT"; }

}  // namespace bench
