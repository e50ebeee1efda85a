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

// Logits are normal: of deviation `common`, the same for all components, and of deviation `own`. The larger both are
// together, the more concentrated is every distribution; the larger the latter, the farther apart are the components.
struct MixtureSpread {
  double common = 0.0, own = 0.0;
};

inline direct::Posterior random_mixture(const MixtureShape& shape, const MixtureSpread& spread, std::uint64_t seed) {
  std::uint64_t index = 0;
  const auto normal = [&] { return direct::random_normal(seed, direct::RandomStream::generator, index++); };
  direct::Posterior q{.log_component_weights = std::vector<double>(shape.num_components),
                      .noise_log_probabilities = {0.0}};
  for (double& value : q.log_component_weights) value = 0.5 * normal();
  direct::normalise_log(q.log_component_weights);
  direct::Matrix common(shape.num_levels, shape.num_features);
  for (double& value : common.values()) value = spread.common * normal();
  for (std::size_t i = 0; i < shape.num_components; ++i) {
    direct::Matrix& component = q.log_probabilities.emplace_back(common);
    for (double& value : component.values()) value += spread.own * normal();
    for (std::size_t j = 0; j < shape.num_features; ++j) direct::normalise_log(component.column(j));
  }
  return q;
}

}  // namespace bench
