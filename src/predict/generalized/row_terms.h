// SPDX-License-Identifier: MIT
// z = offset + phi'w of one row under one product of categoricals, by its cumulant generating function K(s) = log E
// exp(s (z - mean)), at real s and on lines across the real axis.
#pragma once

#include <cstddef>
#include <vector>

#include "predict/distribution/narrow_terms.h"
#include "predict/distribution/posterior_terms.h"
#include "predict/generalized/log_gamma.h"

namespace direct {

class RowTerms {
 public:
  // The terms must outlive it.
  RowTerms(const PosteriorTerms& terms, std::size_t component, std::vector<double> features, double offset);

  double mean() const { return mean_; }
  double variance() const { return moments_.variance; }
  const TermMoments& moments() const { return moments_; }  // of phi'w
  double largest_span() const { return largest_span_; }
  LogFunctionAt at(double s) const;

  // exp(K(s + i t) - K(s) - i t K'(s)) at t = 0, step, 2 step, ... `rate`: it matters as exp(-rate t^2).
  struct Line {
    std::vector<double> real, imaginary;
  };
  Line line(double s, double step, std::size_t count, double rate) const;

  // Where the line, multiplied with what is at most exp(-rate t^2) up to `cut` and negligible past it, is negligible
  // itself, as e^-depth, judging by the spans of the weights and by the variance under the tilt by s.
  double line_cut(double variance, double cut, double rate, double depth) const;

  // The levels of the weight that has the widest share, in the order of the levels, with the log probability of each,
  // and z if it has this level. Requires: some weight has a span.
  struct Part;
  std::vector<Part> split() const;

 private:
  struct Tilted {
    std::vector<double> values, probabilities;  // less the mean
    LogFunctionAt cumulants;
  };
  Tilted tilted(std::size_t weight, double s) const;
  NarrowTerms narrow(const SeriesReach& reach) const;
  void set_moments();

  const PosteriorTerms* terms_;
  std::size_t component_;
  std::vector<double> features_;
  double offset_ = 0.0, mean_ = 0.0, largest_span_ = 0.0;
  TermMoments moments_;
  LogSeries all_;  // of all weights: exact where s is small enough
};

struct RowTerms::Part {
  double log_probability;
  RowTerms terms;
};

}  // namespace direct
