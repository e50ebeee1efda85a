// SPDX-License-Identifier: MIT
// One start of coordinate ascent, taken step by step so that starts can compete.
#pragma once

#include <string>
#include <vector>

#include <direct/fit.h>

#include "fit/coordinate_ascent.h"
#include "fit/newton_step.h"

namespace direct {

class Climb {
 public:
  Climb(std::string name, const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
        std::vector<double> start, const FitOptions& options);

  // Up to `sweeps` sweeps; fewer when it converges or reaches the limit of the options.
  void run(int sweeps);
  void finish();
  // From optimum to optimum as long as pairs of weights lead out of it.
  void escape();
  // Goes on after convergence until a step gains a thousandth of the tolerance, for ten steps at most.
  void polish();
  // Whether a few more gains like the last one would lift it above `elbo`.
  bool may_still_reach(double elbo) const { return elbo_ + 3.0 * last_gain_ > elbo; }

  bool finished() const { return !stop_reason_.empty(); }
  double elbo() const { return elbo_; }
  double continuous_log_joint() const { return ascent_.continuous_log_joint(); }
  const std::vector<TracePoint>& trace() const { return trace_; }
  PosteriorFit result() const;

 private:
  double step();
  bool is_crawling(double sweep_gain);
  double accelerate(double sweep_gain);
  template <typename Step>
  double sweep_and(const Step& step);
  bool gradient_is_small() const;
  bool newton_gains_nothing();
  double tolerance() const;

  std::string name_;
  const FitOptions& options_;
  double num_rows_;
  CoordinateAscent ascent_;
  NewtonSteps newton_;
  double elbo_;
  double last_gain_, last_sweep_gain_;
  double coarseness_;
  bool has_crawled_ = false;
  int newton_pause_ = 0, sweeps_until_newton_ = 0;
  int iterations_ = 0;
  std::string stop_reason_;
  std::vector<TracePoint> trace_;
};

}  // namespace direct
