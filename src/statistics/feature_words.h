// SPDX-License-Identifier: MIT
// Kinds of features as words in files.
#pragma once

#include <nlohmann/json.hpp>

#include <direct/features.h>

namespace direct {

NLOHMANN_JSON_SERIALIZE_ENUM(FeatureKind, {{FeatureKind::fourier, "fourier"},
                                           {FeatureKind::linear, "linear"},
                                           {FeatureKind::given, "given"},
                                           {FeatureKind::trained, "trained"}})

}  // namespace direct
