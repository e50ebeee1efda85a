// SPDX-License-Identifier: MIT
#pragma once

#include <direct/features.h>
#include <direct/statistics.h>

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "algebra/random.h"

namespace bench {

// Fourier features of eight inputs and a smooth function of them, with noise of deviation 0.1.
inline direct::SecondMoments random_statistics(std::size_t num_rows, std::size_t num_features) {
  const auto normal = [](std::size_t i) { return direct::random_normal(7, direct::RandomStream::generator, i); };
  direct::Matrix inputs(num_rows, 8);
  for (std::size_t i = 0; i < inputs.size(); ++i) inputs.data()[i] = normal(i);
  std::vector<double> targets(num_rows);
  for (std::size_t i = 0; i < num_rows; ++i)
    targets[i] = std::sin(inputs(i, 0) + inputs(i, 1)) + 0.5 * inputs(i, 2) + 0.1 * normal(inputs.size() + i);
  const std::vector<double> lengthscales(8, 3.0);
  direct::Matrix features;
  direct::evaluate(direct::fourier_features(lengthscales, num_features, 1), inputs, features);
  direct::MomentAccumulator sums(num_features);
  sums.add(features, targets);
  return std::move(sums).finish();
}

}  // namespace bench
