// SPDX-License-Identifier: MIT
// fit() for options that were checked.
#pragma once

#include <direct/fit.h>

namespace direct {

Training fit_checked(const Statistics& statistics, const Preparation& preparation, const FitOptions& options);
Training fit_checked(const Dataset& dataset, const FitOptions& options, const Preparation* like = nullptr,
                     const Ranks* ranks = nullptr);
Training fit_gathered(const Gathered& gathered, const FitOptions& options);  // with what the gathering reports

}  // namespace direct
