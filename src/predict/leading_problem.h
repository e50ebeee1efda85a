// SPDX-License-Identifier: MIT
// The same problem with fewer Fourier features: the first of them, which are those that the same seed gives of so many.
#pragma once

#include <cstddef>

#include <direct/statistics.h>

namespace direct {

struct LeadingProblem {
  Preparation preparation;
  Statistics statistics;
};

// `moments` are those of all features of the preparation; as many as there are is the whole problem.
LeadingProblem leading_problem(const SecondMoments& moments, const Preparation& preparation, std::size_t num_features);

}  // namespace direct
