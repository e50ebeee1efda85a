// SPDX-License-Identifier: MIT
// Adam: steps along noisy gradients, each coordinate in units of its own recent size.
#pragma once

#include <span>
#include <vector>

namespace direct {

struct AdamOptions {
  double momentum = 0.9, square_momentum = 0.999;
  double smallest_size = 1e-8;  // added to the root of the mean square: gradients well below it count as zero
};

class Adam {
 public:
  explicit Adam(std::size_t num_parameters, const AdamOptions& options = {});

  // Moves x against the gradient by about `step` in every coordinate.
  void descend(std::span<const double> gradient, double step, std::span<double> x);

 private:
  AdamOptions options_;
  std::vector<double> means_, squares_;
  int count_ = 0;
};

}  // namespace direct
