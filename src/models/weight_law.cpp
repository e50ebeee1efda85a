// SPDX-License-Identifier: MIT
#include "models/weight_law.h"

namespace direct {

WeightLaw weight_law(const WeightPrior& prior, const Matrix& log_probabilities) {
  return {prior.levels, log_probabilities, cell_variances(prior),
          prior.learned ? prior.learned->steps : std::vector<double>{}};
}

}  // namespace direct
