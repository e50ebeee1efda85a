// SPDX-License-Identifier: MIT
#include "optimize/adam.h"

#include <cmath>

namespace direct {

Adam::Adam(std::size_t num_parameters, const AdamOptions& options)
    : options_(options), means_(num_parameters), squares_(num_parameters) {}

// Both averages start at zero and are corrected for it.
void Adam::descend(std::span<const double> gradient, double step, std::span<double> x) {
  ++count_;
  const double mean_weight = 1.0 - std::pow(options_.momentum, count_);
  const double square_weight = 1.0 - std::pow(options_.square_momentum, count_);
  for (std::size_t i = 0; i < x.size(); ++i) {
    means_[i] += (1.0 - options_.momentum) * (gradient[i] - means_[i]);
    squares_[i] += (1.0 - options_.square_momentum) * (gradient[i] * gradient[i] - squares_[i]);
    const double size = std::sqrt(squares_[i] / square_weight) + options_.smallest_size;
    x[i] -= step * means_[i] / mean_weight / size;
  }
}

}  // namespace direct
