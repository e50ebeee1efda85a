// SPDX-License-Identifier: MIT
// The objects that --json prints. A number that is not finite is written as null.
#pragma once

#include <nlohmann/json.hpp>

#include <direct/fit.h>
#include <direct/predict.h>

namespace direct {

using Json = nlohmann::ordered_json;

constexpr int schema_version = 1;

Json to_json(const Seconds& seconds);
Json to_json(const Evaluation& evaluation);

// {protocol, noise, prior_scale}: the variance of the noise in squared units of the target, and the standard
// deviation of the prior of a weight for the standardised target.
Json hyperparameters_to_json(const TrainedModel& model);

void print_json(const Json& object);

}  // namespace direct
