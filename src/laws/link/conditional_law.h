// SPDX-License-Identifier: MIT
// The law of a continuous number that is known where eta and the dispersion are: the mixture over both. Values of eta
// count one by one; a sum of many weights counts as a Gaussian.
#pragma once

#include <functional>
#include <memory>

#include "laws/link/linked_laws.h"

namespace direct {

struct Conditional {
  using Function = std::function<double(double y, double eta, double dispersion)>;
  Function log_density, cdf;
  std::function<double(double eta)> mean;
  std::function<double(double eta, double dispersion)> variance;
};

std::unique_ptr<const Law> conditional_law(const EtaLaw& eta, const DispersionLaw& dispersion, Conditional given);

}  // namespace direct
