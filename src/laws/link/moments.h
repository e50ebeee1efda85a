// SPDX-License-Identifier: MIT
// What is predicted through a link.
#pragma once

#include <array>

#include <direct/distribution.h>

#include "laws/link/eta_law.h"

namespace direct {

std::array<double, 2> class_logs(const EtaLaw& eta);  // log probabilities of the classes

Prediction class_prediction(const EtaLaw& eta, const std::array<double, 2>& class_logs);
Prediction count_prediction(const EtaLaw& eta);
Prediction positive_prediction(const EtaLaw& eta, double mean_dispersion);

}  // namespace direct
