// SPDX-License-Identifier: MIT
// The predictive distribution of a network at one row: exact means and variances, each component of the posterior taken
// as a Gaussian.
#pragma once

#include <span>

#include "predict/distribution/law.h"
#include "predict/network/network_terms.h"

namespace direct {

PredictiveDistribution::Law network_law(const PosteriorTerms& posterior, const NetworkTerms& network,
                                        std::span<const double> inputs);

}  // namespace direct
