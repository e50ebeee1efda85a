// SPDX-License-Identifier: MIT
// Few rows do not settle the variances of the noise and of the weights. Both are averaged over their posterior instead,
// the noise keeps its uncertainty, and where the rows predict each other no better than their mean does, the fit is
// that mean (docs/mathematics.md, "Few rows").
#pragma once

#include <optional>
#include <string>

#include "fit/noise_belief.h"

namespace direct {

struct FewRows {
  Variances variances;
  NoiseBelief noise;
  std::string note;  // one sentence, where the fit is the plain mean
};

// Whether the number of rows is too small to learn more from than their mean and spread.
inline bool are_too_few(double num_rows) { return num_rows < 5.0; }

// None where there are enough rows. `least_ratio` is that of the noise to the weight variance.
std::optional<FewRows> few_rows(const SecondMoments& statistics, const Preparation& preparation, double least_ratio);

}  // namespace direct
