// SPDX-License-Identifier: MIT
// z = offset + phi'w of one row under one product of categoricals, by its cumulant generating function K(s) = log E
// exp(s (z - mean)), at real s and on lines across the real axis.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "laws/link/log_gamma.h"
#include "laws/narrow_terms.h"
#include "laws/weight_terms.h"

namespace direct {

class RowTerms {
 public:
  // The terms must outlive it.
  RowTerms(const WeightTerms& terms, std::size_t component, std::vector<double> features, double offset);

  double mean() const { return mean_; }
  double variance() const { return moments_.variance; }
  const TermMoments& moments() const { return moments_; }  // of phi'w
  double largest_span() const { return largest_span_; }
  std::size_t num_wide() const { return widest_.size(); }  // weights that have a share, or 128 if there are more
  LogFunctionAt at(double s) const;

  // Of the value only one or two digits, but fast: by a series, if there is one.
  bool has_rough_series(double s) const;
  double rough_value(double s) const;

  // exp(K(s + i t) - K(s) - i t K'(s)) at t = 0, step, 2 step, ... `root` is that of SeriesReach.
  struct Line {
    std::vector<double> real, imaginary;
  };
  Line line(double s, std::span<const double> t, double root) const;

  // About the size of this at any t, or more: that of the product over the widest weights, and where the others are
  // narrow what their variance says. `variance`: K''(s).
  std::vector<double> modulus_bounds(double s, double variance, std::span<const double> t) const;

  // All values of z with their log probabilities; none if there are more than so many.
  struct Value {
    double log_probability, z;
  };
  std::vector<Value> few_values(std::size_t most) const;

  // The levels of the weight that has the widest share, in the order of the levels, with the log probability of each,
  // and z if it has this level. Requires: some weight has a span.
  struct Part;
  std::vector<Part> split() const;

 private:
  struct Tilted {
    std::vector<double> values, probabilities;  // less the mean
    LogFunctionAt cumulants;
  };
  void tilt(std::size_t weight, double s, Tilted& result) const;
  TermList tilted_terms(std::span<const std::size_t> weights, double s, double scale) const;
  NarrowTerms narrow(const SeriesReach& reach) const;
  void set_moments();

  const WeightTerms* terms_;
  std::size_t component_;
  std::vector<double> features_;
  double offset_ = 0.0, mean_ = 0.0, largest_span_ = 0.0;
  TermMoments moments_;
  std::vector<std::size_t> widest_;                 // some weights, those of the largest share, the largest first
  double other_span_ = 0.0, other_variance_ = 0.0;  // the largest span, and the share of the variance, of the others
  LogSeries all_;                                   // of all weights: exact where s is small enough
};

struct RowTerms::Part {
  double log_probability;
  RowTerms terms;
};

}  // namespace direct
