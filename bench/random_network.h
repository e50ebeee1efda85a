// SPDX-License-Identifier: MIT
// A network with distributions of its weights, and rows for it to fit.
#pragma once

#include <direct/features.h>
#include <direct/network.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "algebra/random.h"
#include "random_mixture.h"

namespace bench {

struct RandomNetwork {
  direct::Network network;
  direct::SecondMoments statistics;
  direct::Matrix levels, probabilities;  // num_levels x num_weights
};

// As in 10-8-1.
inline std::string network_name(const direct::Network& network) {
  std::string name = std::to_string(network.num_inputs);
  for (const std::size_t width : network.hidden) name += "-" + std::to_string(width);
  return name + "-1";
}

namespace detail {

inline direct::SecondMoments monomial_statistics(const direct::Network& network, std::size_t num_rows) {
  const auto normal = [](std::size_t i) { return direct::random_normal(11, direct::RandomStream::generator, i); };
  direct::Matrix inputs(num_rows, network.num_inputs);
  for (std::size_t i = 0; i < inputs.size(); ++i) inputs.data()[i] = normal(i);
  std::vector<double> targets(num_rows);
  for (std::size_t i = 0; i < num_rows; ++i)
    targets[i] = inputs(i, 0) * inputs(i, network.num_inputs - 1) + 0.1 * normal(inputs.size() + i);
  direct::FeatureMap map = direct::linear_features(network.num_inputs);
  map.degree = direct::degree(network);
  direct::Matrix features;
  direct::evaluate(map, inputs, features);
  direct::MomentAccumulator sums(map.num_features());
  sums.add(features, targets);
  return std::move(sums).finish();
}

}  // namespace detail

// Levels are evenly spaced from -1 to 1, the same for all weights; probabilities are random.
inline RandomNetwork random_network(const direct::Network& network, std::size_t num_levels, std::size_t num_rows) {
  const std::size_t count = direct::num_weights(network);
  RandomNetwork result{
      .network = network,
      .statistics = detail::monomial_statistics(network, num_rows),
      .levels = direct::Matrix(num_levels, count),
      .probabilities = random_mixture({1, num_levels, count}, {.common = 1.0}, 5).log_probabilities[0]};
  const std::vector<double> grid = direct::linear_grid(-1.0, 1.0, num_levels);
  for (std::size_t j = 0; j < count; ++j) std::ranges::copy(grid, result.levels.column(j).begin());
  for (double& value : result.probabilities.values()) value = std::exp(value);
  return result;
}

}  // namespace bench
