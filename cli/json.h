// SPDX-License-Identifier: MIT
// The objects that --json prints: keys are a promise, and a number that is not finite is null.
// In "hyperparameters", noise is the variance of the noise in squared units of the target, and prior_scale the standard
// deviation of the prior of a weight for the standardised target.
#pragma once

#include <optional>
#include <string>

#include <direct/evaluate.h>
#include <direct/fit.h>
#include <direct/trust.h>
#include <direct/tune.h>

#include "draws_view.h"

namespace direct {

std::string to_json(const Training& training, long peak_memory_bytes);
std::string to_json(const Gathered& gathered, long peak_memory_bytes);
std::string to_json(const TrainedModel& model);
std::string to_json(const PreparedStatistics& statistics);
std::string to_json(const DrawsSummary& draws);
std::string to_json(const SampleReport& report);
// `num_draws`: of the chip, where the scores are those of what it says.
std::string to_json(const Evaluation& evaluation, std::optional<std::size_t> num_draws = {});
std::string to_json(const CrossValidation& result);
std::string to_json(const Tuning& tuning);
std::string to_json(const Calibration& calibration, const std::vector<std::string>& interval_warnings);
std::string to_json(const Trust& trust);
std::string version_to_json(const std::string& version);

}  // namespace direct
