// SPDX-License-Identifier: MIT
#include <direct/draws.h>
#include <direct/error.h>

#include <cmath>

#include "algebra/categorical.h"
#include "algebra/parallel.h"
#include "algebra/random.h"

namespace direct {
namespace {

// The first value whose cumulative probability exceeds a uniform number.
std::size_t chosen(std::span<const double> probabilities, double uniform) {
  for (std::size_t k = 0; k + 1 < probabilities.size(); ++k) {
    if (uniform < probabilities[k]) return k;
    uniform -= probabilities[k];
  }
  std::size_t last = probabilities.size() - 1;
  while (last > 0 && probabilities[last] == 0.0) --last;
  return last;
}

// Of the random numbers of one draw, two come before those of the weights.
enum : std::uint64_t { of_component, of_noise, of_first_weight };

}  // namespace

Draws sample(const Posterior& posterior, const WeightPrior& prior, const NoisePrior& noise, std::size_t count,
             std::uint64_t seed) {
  if (count == 0) throw Error(ErrorKind::usage, "--count: expected at least 1 draw, found 0");
  Draws draws{.num_features = prior.num_features(), .num_levels = prior.num_levels()};
  draws.codes.resize(count * draws.num_features);
  draws.noise_variances.resize(count);
  const std::vector<double> component_weights = exponentials(posterior.log_component_weights);
  const std::vector<double> noise_probabilities = exponentials(posterior.noise_log_probabilities);
  std::vector<Matrix> probabilities;
  for (const Matrix& component : posterior.log_probabilities) probabilities.push_back(exponentials(component));
  const std::uint64_t numbers_per_draw = of_first_weight + draws.num_features;
  parallel_for(count, [&](std::size_t s) {
    const auto uniform = [&](std::uint64_t index) {
      return random_uniform(seed, RandomStream::draws, s * numbers_per_draw + index);
    };
    const Matrix& component = probabilities[chosen(component_weights, uniform(of_component))];
    draws.noise_variances[s] = noise.variances[chosen(noise_probabilities, uniform(of_noise))];
    for (std::size_t j = 0; j < draws.num_features; ++j)
      draws.codes[s * draws.num_features + j] =
          static_cast<std::uint8_t>(chosen(component.column(j), uniform(of_first_weight + j)));
  });
  return draws;
}

}  // namespace direct
