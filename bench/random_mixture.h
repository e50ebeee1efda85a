// SPDX-License-Identifier: MIT
#pragma once

#include <direct/posterior.h>

#include <cstddef>
#include <cstdint>

#include "algebra/categorical.h"
#include "algebra/random.h"

namespace bench {

struct MixtureShape {
  std::size_t num_components = 0, num_levels = 0, num_features = 0;
};

// Every distribution of a weight is the softmax of normal numbers of this deviation: the larger, the more concentrated
// it is, and the farther apart the components are.
inline direct::Posterior random_mixture(const MixtureShape& shape, double deviation, std::uint64_t seed) {
  std::uint64_t index = 0;
  const auto normal = [&] { return direct::random_normal(seed, direct::RandomStream::generator, index++); };
  direct::Posterior q{.log_component_weights = std::vector<double>(shape.num_components),
                      .noise_log_probabilities = {0.0}};
  for (double& value : q.log_component_weights) value = 0.5 * normal();
  direct::normalise_log(q.log_component_weights);
  for (std::size_t i = 0; i < shape.num_components; ++i) {
    direct::Matrix& component = q.log_probabilities.emplace_back(shape.num_levels, shape.num_features);
    for (double& value : component.values()) value = deviation * normal();
    for (std::size_t j = 0; j < shape.num_features; ++j) direct::normalise_log(component.column(j));
  }
  return q;
}

}  // namespace bench
