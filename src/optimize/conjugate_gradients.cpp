// SPDX-License-Identifier: MIT
#include "optimize/conjugate_gradients.h"

#include "algebra/dense.h"

namespace direct {

std::vector<double> conjugate_gradients(const LinearOperator& a, const std::vector<double>& b,
                                        const ConjugateGradientOptions& options) {
  std::vector<double> x(b.size(), 0.0), residual = b, direction = b;
  double square = view(residual).squaredNorm();
  const double target = options.tolerance * options.tolerance * square;
  for (int i = 0; i < options.max_iterations && square > target; ++i) {
    const std::vector<double> product = a(direction);
    const double curvature = view(direction).dot(view(product));
    if (!(curvature > 0.0)) return i == 0 ? b : x;
    const double step = square / curvature;
    view(x) += step * view(direction);
    view(residual) -= step * view(product);
    const double next = view(residual).squaredNorm();
    view(direction) = view(residual) + (next / square) * view(direction);
    square = next;
  }
  return x;
}

}  // namespace direct
