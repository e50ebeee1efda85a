// SPDX-License-Identifier: MIT
// Flags for the fields of DataOptions and FitOptions; those of a fit are made from the table of <direct/options.h>.
#pragma once

#include <functional>

#include <direct/fit.h>

#include "flags.h"

namespace direct {

void add_data_flags(Flags& flags, DataOptions& options);

void add_exposure_flag(Flags& flags, DataOptions& options);  // for commands that take a likelihood

// The part of the data options that a trained model does not settle.
void add_file_flags(Flags& flags, DataOptions& options);

// A model and rows for it: the arguments MODEL and DATA, and how the files are written.
void add_model_and_data(Flags& flags, std::string& model_path, std::vector<std::string>& paths, DataOptions& options);

// For when the flags are parsed: gives a network its own defaults, and throws Error(usage) for a flag given in vain.
using Completion = std::function<void()>;
Completion add_map_flags(Flags& flags, FitOptions& options);  // of what a prepared map holds
Completion add_fit_flags(Flags& flags, FitOptions& options);  // all of them

// The flags that a prepared map has settled, but for the model, of which it knows no more than the depth. The last is
// --seed, which draws and mixtures need once more.
std::vector<std::string> map_flags();

void add_threads_flag(Flags& flags, int& threads);

}  // namespace direct
