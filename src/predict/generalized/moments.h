// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include <direct/generalized.h>

#include "predict/generalized/linear_predictor.h"

namespace direct {

// Log probabilities of the classes.
std::array<double, 2> class_logs(const LinearPredictor& predictor);

// `dispersion`: its mean, of gamma.
GeneralizedMoments generalized_moments(Likelihood likelihood, const LinearPredictor& predictor,
                                       const std::array<double, 2>& class_logs, double dispersion);

}  // namespace direct
