// SPDX-License-Identifier: MIT
// Centres and steps of learned grids: a closed form from the companion, and ascent of the ELBO from there.
#pragma once

#include <span>
#include <vector>

#include <direct/model.h>
#include <direct/posterior.h>

namespace direct {

// The step of a grid of so many levels that spans +-3 deviations of a weight, or +-4.5 where there are many.
std::vector<double> steps_for(std::span<const double> deviations, std::size_t num_levels);

// Deviations of each weight given all others, 1 / sqrt(A_jj): what a posterior of independent weights has.
std::vector<double> conditional_deviations(const SecondMoments& statistics, const WeightPrior& prior,
                                           double noise_precision);

// One step for all weights, where each would have its own: the median.
double shared_step(std::vector<double> steps);

// The grid that is best for every weight with the others as they are: centred on its mean, with the step at which the
// derivative of the ELBO is zero, or of its sum over all weights for a shared step. Requires: a posterior of one
// component on a learned grid.
LearnedGrid improved_grid(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
                          const Posterior& posterior, bool shared);

}  // namespace direct
