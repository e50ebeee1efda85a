// SPDX-License-Identifier: MIT
// The predictive distribution of a network at one row: exact means and variances, each component of the posterior taken
// as a Gaussian.
#pragma once

#include <span>

#include "laws/sum_law.h"
#include "predict/network/network_terms.h"

namespace direct {

ScaledLaw network_law(const WeightTerms& posterior, const Units& units, const NetworkTerms& network,
                      std::span<const double> inputs);

}  // namespace direct
