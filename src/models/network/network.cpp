// SPDX-License-Identifier: MIT
#include <direct/network.h>

namespace direct {

std::vector<Layer> layers(const Network& network) {
  std::vector<Layer> result;
  std::size_t first_weight = 0, num_inputs = network.num_inputs;
  const auto add = [&](std::size_t width) {
    result.push_back({.first_weight = first_weight, .fan_in = num_inputs + 1, .width = width});
    first_weight += width * (num_inputs + 1);
    num_inputs = width;
  };
  for (const std::size_t width : network.hidden) add(width);
  add(1);
  return result;
}

std::size_t num_weights(const Network& network) {
  const Layer last = layers(network).back();
  return last.first_weight + last.fan_in;
}

std::size_t degree(const Network& network) { return std::size_t{1} << network.hidden.size(); }

double output(const Network& network, std::span<const double> weights, std::span<const double> inputs) {
  std::vector<double> values(inputs.begin(), inputs.end());
  const std::vector<Layer> all = layers(network);
  for (std::size_t l = 0; l < all.size(); ++l) {
    std::vector<double> sums;
    for (std::size_t neuron = 0; neuron < all[l].width; ++neuron) {
      const auto own = weights.subspan(all[l].weight(neuron, 0), all[l].fan_in);
      double sum = own[0];
      for (std::size_t i = 0; i < values.size(); ++i) sum += own[i + 1] * values[i];
      sums.push_back(l + 1 < all.size() ? sum * sum : sum);
    }
    values = std::move(sums);
  }
  return values.front();
}

}  // namespace direct
