// SPDX-License-Identifier: MIT
// How cv and tune divide the rows, and what they say of it.
#pragma once

#include <string>

#include <direct/evaluate.h>

#include "flags.h"

namespace direct {

void add_fold_flags(Flags& flags, CrossValidationOptions& cv);

std::string leakage_text(const std::string& leakage);  // a line below the scores, or ""

}  // namespace direct
