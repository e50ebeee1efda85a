// SPDX-License-Identifier: MIT
#include "predict/verdict.h"

namespace direct {
std::vector<Finding> findings_of(const Trust&, const TrainedModel&) { return {{Verdict::good, "draft"}}; }
}  // namespace direct
