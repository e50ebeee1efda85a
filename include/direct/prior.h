// SPDX-License-Identifier: MIT
// Weights live on grids of a few levels; a prior is a table over them. So does the noise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <direct/matrix.h>
#include <direct/words.h>

namespace direct {

enum class PriorKind { gaussian, uniform, laplace, spike_slab };
constexpr auto words(PriorKind) {
  return std::array{Word{"gaussian", PriorKind::gaussian}, Word{"uniform", PriorKind::uniform},
                    Word{"laplace", PriorKind::laplace}, Word{"spike-slab", PriorKind::spike_slab}};
}

// One of the products of a mixture prior. Which of them it is, is the same for all weights.
struct PriorComponent {
  double log_weight = 0.0;
  Matrix log_prior;               // num_levels x num_features, each column a log distribution
  std::vector<double> variances;  // of the continuous prior, of mean zero
};

// A grid that was learned: in units of step / 2^shift the levels of a weight are the integers centre + k 2^shift, for k
// from -(num_levels / 2) on, so that the code num_levels / 2 is the centre. A code stands for all the weights of its
// cell alike, from half a step below its level to half a step above: log_prior is log(step) + the mean of log p over
// the cell, which is no distribution over the codes, and the variance of the cell adds to the expected square error
// (docs/mathematics.md, "Learned supports"). A step of 0 is that of a weight which is left out: it has no cells, its
// levels are the k themselves, and its prior is certain of zero.
struct LearnedGrid {
  std::vector<std::int16_t> centres;
  std::vector<std::uint8_t> shifts;
  std::vector<double> steps;
};

// Column j of each matrix belongs to weight j.
struct WeightPrior {
  std::size_t num_features() const { return levels.cols(); }
  std::size_t num_levels() const { return levels.rows(); }

  PriorKind kind = PriorKind::gaussian;
  Matrix levels;     // num_levels x num_features, increasing in each column
  Matrix log_prior;  // same shape, of each weight by itself; each column a log distribution, but for a learned grid
  std::vector<double> means, variances;         // of the continuous prior that the grid relaxes
  std::vector<PriorComponent> components = {};  // of a mixture; none: the weights are independent
  double spike = 0.0;                           // of spike_slab: how probable it is that a weight is zero
  std::optional<LearnedGrid> learned = {};
};

struct NoisePrior {
  std::vector<double> variances;  // increasing
  std::vector<double> log_prior;
};

// Every weight has the same levels. The mass of a level is in proportion to the density there times the width of its
// cell (docs/mathematics.md, "Priors on a grid"); uniform: to nothing, every level has the same. Throws Error(usage)
// for levels that are fewer than 2, not finite, or do not increase. `spike` is for spike_slab, which needs a level
// zero.
WeightPrior make_prior(PriorKind kind, std::span<const double> levels, double variance, std::size_t num_features,
                       double spike = 0.9);
// A Gaussian whose deviation is one of several, the same for all weights: deviation i is factors[i] times the square
// root of `variance`, with a probability in proportion to weights[i].
struct ScaleMixture {
  std::vector<double> weights, factors;
};
WeightPrior make_mixture_prior(const ScaleMixture& scales, std::span<const double> levels, double variance,
                               std::size_t num_features);

// The same continuous prior on other levels: the same for all weights, or, in a matrix of num_levels x num_features, of
// each weight's own.
WeightPrior on_levels(const WeightPrior& prior, std::span<const double> levels);
WeightPrior on_levels(const WeightPrior& prior, const Matrix& levels);

// The grid nearest to these centres, each as fine as 16 bits allow; a step is longer than asked for where they do not
// reach its centre. `shared`: one step, the first, and one shift for all weights.
LearnedGrid learned_grid(std::span<const double> centres, std::span<const double> steps, bool shared = false);

// The same continuous prior on a learned grid of as many levels. A uniform prior widens until it holds every cell.
WeightPrior on_grid(const WeightPrior& prior, LearnedGrid grid);

// The weights at the codes 0 of a learned grid.
std::vector<double> centre_weights(const LearnedGrid& grid);

// The same continuous prior about the centres of a learned grid, without a table of levels: num_levels() is 0, and
// codes reach `reach` either side. A uniform prior widens until it holds every cell.
WeightPrior about_centres(const WeightPrior& prior, LearnedGrid grid, std::size_t reach);

// log(step) + the mean of log p over the cell about each weight, summed over the weights: one value for each component
// of the prior, or one for a product. Requires: a learned grid.
std::vector<double> log_cell_prior(const WeightPrior& prior, std::span<const double> weights);

// Of the weights of a cell about their level: step^2 / 12 on a learned grid, otherwise 0.
std::vector<double> cell_variances(const WeightPrior& prior);

// The product prior that a mixture amounts to once its components have these responsibilities: the weighted geometric
// mean of the components, which is not normalised. A product prior is itself.
WeightPrior effective_prior(const WeightPrior& prior, std::span<const double> responsibilities);

NoisePrior make_noise_prior(std::vector<double> variances);  // uniform over the values

// `count` values from low to high: evenly spaced, symmetric to the bit when low = -high; and evenly in the logarithm.
std::vector<double> linear_grid(double low, double high, std::size_t count);
std::vector<double> logarithmic_grid(double low, double high, std::size_t count);

}  // namespace direct
