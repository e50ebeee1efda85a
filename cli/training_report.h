// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <direct/fit.h>

#include "command.h"
#include "reporting.h"

namespace direct {

// What fit and update say about the model they wrote, on stdout with --json, else on stderr; and their exit code.
ExitCode report_training(const Training& training, const std::string& model_path, const Reporting& reporting);

}  // namespace direct
