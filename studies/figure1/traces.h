// SPDX-License-Identifier: MIT
// The exact ELBO against iterations and seconds, of DIRECT and of REINFORCE.
#pragma once

#include <direct/fit.h>

#include <cstdint>
#include <vector>

#include "baselines/reinforce.h"
#include "figure1/problem.h"

namespace study {

struct TracePoint {
  int iteration = 0;
  double seconds = 0.0;
  double elbo = 0.0;
};
using Trace = std::vector<TracePoint>;

// Starts from the prior, or from the full-precision posterior (auto). The highest ELBO so far; the iterations of all
// starts are counted. Of several runs, which differ in nothing else, the median of the seconds.
Trace direct_trace(const Figure1Problem& problem, direct::Optimizer optimizer, int repetitions = 21);

struct ReinforceOptions {
  std::size_t samples = 1;
  Baseline baseline = Baseline::none;
  int iterations = 10000;
  double step_size = 0.0;
  std::uint64_t seed = 0;
};

// Stochastic gradient ascent from the prior, on the statistics, with a step that falls linearly to nothing. What
// evaluating the ELBO takes is not counted.
Trace reinforce_trace(const Figure1Problem& problem, const ReinforceOptions& options);

// The rule for the step: of 1, 10^-1/2, ..., 10^-8 the three with the highest exact ELBO after a tenth of the
// iterations go on to the end, and the highest final ELBO counts. All of it in favour of REINFORCE: the time is that of
// this run.
struct TunedTrace {
  double step_size = 0.0;
  Trace trace;
};
TunedTrace tuned_reinforce_trace(const Figure1Problem& problem, ReinforceOptions options);

Logits uniform_logits(const Figure1Problem& problem);  // those of the prior
ReinforceProblem reinforce_problem(const Figure1Problem& problem, SquareErrors square_errors);

}  // namespace study
