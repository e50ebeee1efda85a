// SPDX-License-Identifier: MIT
// Draws of q as proposals for the posterior itself: from the statistics alone, whatever the number of rows.
#pragma once

#include <vector>

#include <direct/draws.h>

namespace direct {

// log p(w, sigma^2, data) - log q(w, sigma^2) of each draw, without the constant -n/2 log(2 pi).
std::vector<double> log_importance_ratios(const TrainedModel& model, const SecondMoments& statistics,
                                          const Draws& draws);

// In nats, of all weights together; of a mixture, what is left when the component is known.
double weight_entropy(const Posterior& posterior);

}  // namespace direct
