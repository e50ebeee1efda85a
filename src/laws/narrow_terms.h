// SPDX-License-Identifier: MIT
// Weights whose share of the spread is small enter the moment generating function of phi'w by the series of their
// logarithms, a few sums over all of them; the others, which are wide, one by one.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "laws/term_table.h"

namespace direct {

// log E exp(s (terms - mean)) = sum of powers[k-1] (s unit)^k; the last sums up the remainders.
struct LogSeries {
  std::array<double, series_terms> powers{};
  double unit = 0.0;
};

// Where a series is asked for: at |s| up to `farthest`; `root` is the largest |s|, each in proportion to the 20th
// (series_terms-th) root of how much the function matters there.
struct SeriesReach {
  double farthest = 0.0, root = 0.0;
};

bool is_exact(const LogSeries& series, const SeriesReach& reach);

// The largest t exp(-rate t^2 / series_terms) up to the cut.
double largest_root(double rate, double cut);

struct NarrowTerms {
  LogSeries series;
  std::vector<std::size_t> wide;
};

// Of features[j] * scale times the weights.
LogSeries series_of_all(const TermTable& table, std::span<const double> features, double scale);
NarrowTerms narrow_terms(const TermTable& table, std::span<const double> features, double scale,
                         const SeriesReach& reach);

// Adds the logarithm at s = i t, without its power 1: real for even powers, imaginary for odd ones.
void add_series(const LogSeries& series, std::span<const double> t, std::span<double> log_modulus,
                std::span<double> angle);

}  // namespace direct
