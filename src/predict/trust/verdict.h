// SPDX-License-Identifier: MIT
// From numbers to words: what is wrong with a model, how much it matters, and what to do about it.
#pragma once

#include <string>
#include <vector>

#include <direct/trust.h>

namespace direct {

struct Finding {
  Verdict verdict = Verdict::good;
  std::string sentence;
};

// The worst first; never empty.
std::vector<Finding> findings_of(const Trust& trust, const TrainedModel& model);

// That the grid holds: where it holds none, the posterior is mean field.
bool has_draws(const TrainedModel& model);

}  // namespace direct
