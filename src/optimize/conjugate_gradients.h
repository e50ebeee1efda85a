// SPDX-License-Identifier: MIT
// Truncated conjugate gradients: solves A x = b roughly, for a symmetric A that may turn out to be indefinite.
#pragma once

#include <functional>
#include <vector>

namespace direct {

struct ConjugateGradientOptions {
  double tolerance = 1e-2;  // of the residual's norm against that of b
  int max_iterations = 50;
};

using LinearOperator = std::function<std::vector<double>(const std::vector<double>&)>;

// Starts at zero and stops before a direction of negative curvature; x'b > 0 always.
std::vector<double> conjugate_gradients(const LinearOperator& a, const std::vector<double>& b,
                                        const ConjugateGradientOptions& options = {});

}  // namespace direct
