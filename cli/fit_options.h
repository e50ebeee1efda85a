// SPDX-License-Identifier: MIT
// The one table of flags for the fields of DataOptions and FitOptions: a new option is a line here.
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

// The features, and the model that decides what they are. What is returned, for when the flags are parsed, gives a
// network its own defaults.
using Completion = std::function<void()>;
Completion add_feature_flags(Flags& flags, FitOptions& options);
void add_seed_flag(Flags& flags, FitOptions& options);

// All of them. The check, for when they are parsed, is that of the options, and that no flag was given in vain: it
// throws Error(usage).
using Check = std::function<void()>;
Check add_fit_flags(Flags& flags, FitOptions& options);

// The flags that a prepared map has settled, but for the model, of which it knows no more than the depth. The last is
// --seed, which draws and mixtures need once more.
std::vector<std::string> map_flags();

void add_threads_flag(Flags& flags, int& threads);

}  // namespace direct
