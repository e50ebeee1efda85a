// SPDX-License-Identifier: MIT
// Estimates what the codes of integer features cost in full precision from the pilot rows, which a model file keeps.
#pragma once

#include <optional>

#include <direct/evaluate.h>

namespace direct {

// The leave-one-out scores of two regressions on the pilot rows, one on the integer features of the model, one on the
// same features in floating point, with the prior and the noise of the model. None without integer features or pilot
// rows, and of other likelihoods than gaussian.
std::optional<FeatureCost> feature_cost(const TrainedModel& model);

}  // namespace direct
