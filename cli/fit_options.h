// SPDX-License-Identifier: MIT
// The one table of flags for the fields of DataOptions and FitOptions: a new option is a line here.
#pragma once

#include <CLI/CLI.hpp>

#include <direct/fit.h>

namespace direct {

void add_data_flags(CLI::App& command, DataOptions& options);

// The part of the data options that a trained model does not settle.
void add_file_flags(CLI::App& command, DataOptions& options);

void add_fit_flags(CLI::App& command, FitOptions& options);
void add_threads_flag(CLI::App& command, int& threads);

}  // namespace direct
