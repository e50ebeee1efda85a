// SPDX-License-Identifier: MIT
// The width of an automatic support, even (auto) or of powers of two. It stays at +-3 deviations of the prior unless
// the companion's mean does not fit there; docs/mathematics.md tells what happens then and why.
#pragma once

#include <string>

#include <direct/fit.h>

#include "fit/starts.h"

namespace direct {

struct ChosenSupport {
  WeightPrior prior;
  std::string note;  // empty when the support is `first`
};

ChosenSupport chosen_support(const LinearRegression& model, const WeightPrior& first, const NoisePrior& noise,
                             const CompanionStart& companion, const FitOptions& options);

}  // namespace direct
