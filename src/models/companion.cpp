// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/model.h>

#include "algebra/cholesky.h"
#include "algebra/dense.h"
#include "models/precision.h"

namespace direct {

Companion gaussian_companion(const SecondMoments& statistics, const WeightPrior& prior, double noise_precision) {
  Companion companion{.mean = precision_times_mean(statistics, prior, noise_precision),
                      .factor = factorised(precision_matrix(statistics.gram, noise_precision, prior.variances))};
  solve_factorised(companion.factor, companion.mean);
  return companion;
}

}  // namespace direct
