// SPDX-License-Identifier: MIT
// The options of a fit in a model file. Threads and progress belong to a run, and `slim` shows in the file itself.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <direct/fit_options.h>

namespace direct {

nlohmann::json description_of(const FitOptions& options);
FitOptions options_from(const nlohmann::json& description);  // throws Error(model), or an exception of nlohmann's

}  // namespace direct
