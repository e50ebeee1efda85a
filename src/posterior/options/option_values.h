// SPDX-License-Identifier: MIT
#pragma once

#include <direct/option_values.h>

namespace direct {

// Throw Error(usage) for what no text would give.
void check(const Support& support);
void check(const NoiseLevels& noise);
void check(const PriorScale& scale);
void check(const PriorMixture& mixture);
void check(const MemorySize& memory);

}  // namespace direct
