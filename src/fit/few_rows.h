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
  std::string note;  // one sentence, where the fit has become the plain mean; else empty
};

// Fewer tell nothing but their mean and their spread.
bool are_too_few(double num_rows);

// With as many rows the noise has a grid about its value.
inline double rows_for_a_noise_grid(const SecondMoments& statistics) {
  constexpr double rows_per_feature = 4.0;
  return rows_per_feature * static_cast<double>(statistics.num_features());
}

// None where there are enough rows. `least_ratio` is that of the noise to the weight variance.
std::optional<FewRows> few_rows(const SecondMoments& statistics, const Preparation& preparation, double least_ratio);

}  // namespace direct
