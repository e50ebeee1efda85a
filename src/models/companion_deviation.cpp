// SPDX-License-Identifier: MIT
#include "models/companion_deviation.h"

#include "algebra/cholesky.h"

namespace direct {

// L'^-1 z has the covariance (L L')^-1.
std::vector<double> companion_deviation(const Matrix& factor, std::uint64_t seed, RandomStream stream,
                                        std::size_t index) {
  std::vector<double> deviation(factor.rows());
  for (std::size_t j = 0; j < deviation.size(); ++j)
    deviation[j] = random_normal(seed, stream, index * deviation.size() + j);
  solve_lower_transposed(factor, deviation);
  return deviation;
}

}  // namespace direct
