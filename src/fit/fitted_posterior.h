// SPDX-License-Identifier: MIT
// A posterior with the grids it lives on.
#pragma once

#include <direct/fit.h>

namespace direct {

struct FittedPosterior {
  WeightPrior prior;
  NoisePrior noise;
  PosteriorFit fit;
};

// The report of an ensemble, which is made in one go: sweeps are those of the rounding that took most.
FitReport ensemble_report(const std::string& start, int sweeps, double elbo, std::vector<DrawReport> draws);

// What the weights' means leave unexplained, per row. (The weights' variances do not count: with more features than
// rows they grow with the noise, and the two would chase each other.)
double unexplained_variance(const SecondMoments& statistics, const FittedPosterior& fitted);
double unexplained_variance(const SecondMoments& statistics, const std::vector<double>& weights);

// Of all rows, at the levels: as predictions are, also on a learned grid.
double expected_square_error(const SecondMoments& statistics, const WeightPrior& prior, const Posterior& posterior);

}  // namespace direct
