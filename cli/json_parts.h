// SPDX-License-Identifier: MIT
// What several of the objects that --json prints are made of.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include <direct/evaluate.h>

namespace direct {

using Json = nlohmann::ordered_json;

inline constexpr int schema_version = 1;

std::string printed(const Json& object);

Json seconds_json(const Seconds& seconds);
Json spreads_json(const FoldSpread& rmse, const FoldSpread& nll,
                  const FoldSpread& coverage);                         // "rmse", "rmse_std", ...
Json levels_json(const std::optional<LevelsReport>& levels);           // bits and cost of an ensemble; null for none
Json calibration_json(const std::optional<Calibration>& calibration);  // the scales of a few levels; null for none

}  // namespace direct
