// SPDX-License-Identifier: MIT
// Regressions on which ways to the best ELBO are compared; shared by tests and bench_ascent.
#pragma once

#include <direct/model.h>
#include <direct/statistics.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

#include "algebra/random.h"

namespace direct::oracle {

struct AscentProblem {
  SecondMoments statistics;
  WeightPrior prior;
  NoisePrior noise;
};

// A stream of random numbers.
class AscentRandom {
 public:
  explicit AscentRandom(std::uint64_t seed) : seed_(seed) {}
  double uniform(double least, double most) {
    return least + (most - least) * random_uniform(seed_, RandomStream::generator, index_++);
  }
  double normal() { return random_normal(seed_, RandomStream::generator, index_++); }
  std::size_t below(std::size_t end) {
    return std::min(end - 1, static_cast<std::size_t>(uniform(0.0, static_cast<double>(end))));
  }
  template <typename Value>
  Value one_of(const std::vector<Value>& values) {
    return values[below(values.size())];
  }
  double log_uniform(double least, double most) { return std::exp(uniform(std::log(least), std::log(most))); }

 private:
  std::uint64_t seed_, index_ = 0;
};

inline SecondMoments moments_of(const Matrix& features, const std::vector<double>& targets) {
  MomentAccumulator sums(features.cols());
  sums.add(features, targets);
  return std::move(sums).finish();
}

// cos and sin of random frequencies, in pairs: the features of a squared-exponential kernel.
inline Matrix fourier_pairs(AscentRandom& random, const Matrix& inputs, std::size_t num_pairs, double lengthscale) {
  Matrix features(inputs.rows(), 2 * num_pairs);
  const double scale = 1.0 / std::sqrt(static_cast<double>(num_pairs));
  for (std::size_t j = 0; j < num_pairs; ++j) {
    std::vector<double> frequency(inputs.cols());
    for (double& value : frequency) value = random.normal() / lengthscale;
    for (std::size_t i = 0; i < inputs.rows(); ++i) {
      double angle = 0.0;
      for (std::size_t d = 0; d < frequency.size(); ++d) angle += frequency[d] * inputs(i, d);
      features(i, 2 * j) = scale * std::cos(angle);
      features(i, 2 * j + 1) = scale * std::sin(angle);
    }
  }
  return features;
}

inline NoisePrior noise_of(bool has_grid, double variance) {
  return make_noise_prior(has_grid ? logarithmic_grid(0.25 * variance, 4.0 * variance, 15)
                                   : std::vector<double>{variance});
}

// The authors' tutorial: 20 rows of one input, 100 Fourier features, 15 levels from -1 to 1 and 15 values of the noise,
// all as probable as each other. The random numbers are ours.
inline AscentProblem tutorial_problem(std::uint64_t seed) {
  constexpr std::size_t num_rows = 20, num_pairs = 50;
  AscentRandom random(seed);
  Matrix inputs(num_rows, 1);
  std::vector<double> targets;
  for (std::size_t i = 0; i < num_rows; ++i) {
    const double x = inputs(i, 0) = static_cast<double>(i) / static_cast<double>(num_rows - 1);
    targets.push_back(std::cos(2.0 * std::numbers::pi * x) * std::exp(-x * x) + random.uniform(-0.05, 0.05));
  }
  return {.statistics = moments_of(fourier_pairs(random, inputs, num_pairs, 0.1), targets),
          .prior = make_prior(PriorKind::uniform, linear_grid(-1.0, 1.0, 15), 1.0, 2 * num_pairs),
          .noise = make_noise_prior(logarithmic_grid(1e-5, 1e-2, 15))};
}

// As many rows as the set on which `auto` once ended 3.6 nats below L-BFGS: inputs that move together, few levels or
// many, one value of the noise or a grid.
inline AscentProblem few_rows_problem(std::uint64_t seed, std::size_t num_pairs) {
  constexpr std::size_t num_rows = 482, num_inputs = 11;
  AscentRandom choices(777 + seed), random(seed);
  const double noise = choices.log_uniform(0.1, 1.0);
  Matrix inputs(num_rows, num_inputs);
  std::vector<double> targets;
  for (std::size_t i = 0; i < num_rows; ++i) {
    const double common = random.normal();
    for (std::size_t d = 0; d < num_inputs; ++d) inputs(i, d) = 0.9 * common + 0.45 * random.normal();
    targets.push_back(std::sin(2.0 * common) + 0.5 * inputs(i, 1) - 0.5 * inputs(i, 2) + noise * random.normal());
  }
  const std::size_t num_levels = choices.one_of<std::size_t>({3, 5, 7, 15});
  const double end = choices.log_uniform(0.3, 4.0);
  const PriorKind kind = choices.one_of<PriorKind>({PriorKind::gaussian, PriorKind::uniform});
  return {.statistics = moments_of(fourier_pairs(random, inputs, num_pairs, 3.0), targets),
          .prior = make_prior(kind, linear_grid(-end, end, num_levels), 0.25 * end * end, 2 * num_pairs),
          .noise = noise_of(choices.below(2) == 1, noise * noise)};
}

// From uncorrelated features to nearly collinear ones, from hardly any noise to little else, from fine grids to coarse
// ones, with fewer rows than features and more.
inline AscentProblem correlated_problem(std::uint64_t seed) {
  AscentRandom random(1000 + seed);
  const std::size_t b = 4 + random.below(57), num_rows = 8 + random.below(400),
                    num_levels = random.one_of<std::size_t>({2, 3, 5, 7, 15, 31});
  const double correlation = 1.0 - random.log_uniform(1e-3, 1.0), noise = random.log_uniform(0.03, 10.0);
  const PriorKind kind = random.one_of<PriorKind>({PriorKind::gaussian, PriorKind::uniform, PriorKind::laplace});
  Matrix features(num_rows, b);
  std::vector<double> weights, targets;
  for (std::size_t j = 0; j < b; ++j) weights.push_back(random.normal());
  for (std::size_t i = 0; i < num_rows; ++i) {
    const double common[] = {random.normal(), random.normal()};
    double target = noise * random.normal();
    for (std::size_t j = 0; j < b; ++j) {
      features(i, j) = std::sqrt(correlation) * common[j % 2] + std::sqrt(1.0 - correlation) * random.normal();
      target += features(i, j) * weights[j];
    }
    targets.push_back(target);
  }
  const double end = random.uniform(1.0, 3.5);
  return {.statistics = moments_of(features, targets),
          .prior = make_prior(kind, linear_grid(-end, end, num_levels), 1.0, b),
          .noise = noise_of(random.below(2) == 1, noise * noise)};
}

}  // namespace direct::oracle
