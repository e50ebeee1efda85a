// SPDX-License-Identifier: MIT
// Says which inputs matter to Fourier features, by name and in units of the data.
#pragma once

#include <string>

#include <direct/statistics.h>

#include "json_parts.h"

namespace direct {

std::string metric_text(const Preparation& preparation);  // empty unless the features are Fourier features
Json metric_json(const Preparation& preparation);         // null likewise

}  // namespace direct
