// SPDX-License-Identifier: MIT
#include "fit/network/neighbourhood_search.h"

#include "algebra/random.h"
#include "fit/network/chain_search.h"
#include "fit/network/point_search.h"

namespace direct {
namespace {

// A sequence of random numbers of its own for each search.
class Sequence {
 public:
  Sequence(std::uint64_t seed, std::uint64_t stream) : seed_(seed), next_(stream << 32) {}

  double normal() { return random_normal(seed_, RandomStream::neighbourhoods, next_++); }
  std::size_t below(std::size_t count) {
    return static_cast<std::size_t>(random_uniform(seed_, RandomStream::neighbourhoods, next_++) *
                                    static_cast<double>(count));
  }

 private:
  std::uint64_t seed_, next_;
};

// The weights into a neuron of a hidden layer, and those that take its output on, with their neurons' constants.
void add_neuron(const std::vector<Layer>& all, std::size_t layer, std::size_t neuron, std::vector<bool>& free) {
  for (std::size_t i = 0; i < all[layer].fan_in; ++i) free[all[layer].weight(neuron, i)] = true;
  const Layer& next = all[layer + 1];
  for (std::size_t user = 0; user < next.width; ++user)
    free[next.weight(user, 0)] = free[next.weight(user, neuron + 1)] = true;
}

std::vector<bool> neighbourhood(const std::vector<Layer>& all, std::size_t num_weights, Sequence& random) {
  std::vector<bool> free(num_weights, false);
  const std::size_t layer = random.below(all.size() - 1);
  add_neuron(all, layer, random.below(all[layer].width), free);
  add_neuron(all, layer, random.below(all[layer].width), free);
  return free;
}

void shake(const NetworkProblem& p, const std::vector<bool>& free, Sequence& random, std::vector<double>& weights) {
  constexpr double steps = 2.0;
  for (std::size_t j = 0; j < weights.size(); ++j)
    if (free[j]) weights[j] += steps * step_of(p, j) * random.normal();
}

}  // namespace

void search_neighbourhoods(const NetworkProblem& p, const NeighbourhoodOptions& how, GridPoint& point) {
  constexpr int iterations = 100;
  const std::vector<Layer> all = layers(p.model.network());
  Sequence random(p.options.seed, how.stream);
  for (int round = 0, last_gain = 0; round < how.max_rounds && round - last_gain < how.patience; ++round) {
    const std::vector<bool> free = neighbourhood(all, point.num_weights(), random);
    std::vector<double> weights = point.weights();
    shake(p, free, random, weights);
    maximise_log_joint(p, free, iterations, weights);
    round_to_grid(p, free, weights);
    GridPoint candidate(p, weights);
    search_chains(p, free, candidate);
    if (!candidate.is_better_than(point)) continue;
    point = std::move(candidate);
    last_gain = round;
  }
}

}  // namespace direct
