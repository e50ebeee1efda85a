// SPDX-License-Identifier: MIT
// The prior of a network's weights: one scale for each layer, so that what neurons sum up is of the size of 1, whatever
// their number, and the output of the size of the target.
#pragma once

#include <vector>

#include <direct/fit_options.h>
#include <direct/network.h>

namespace direct {

// Standard deviations of the weights of each layer; --prior-scale is that of all of them.
std::vector<double> layer_scales(const Network& network, const SecondMoments& statistics, const FitOptions& options);

// On the support that was asked for; where that is left to us, on +-3 deviations of each layer.
WeightPrior network_prior(const Network& network, const std::vector<double>& scales, const FitOptions& options);

}  // namespace direct
