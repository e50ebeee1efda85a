// SPDX-License-Identifier: MIT
// From data files to statistics: what accumulate and fit have in common, on one process or on the ranks of an mpirun.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <direct/fit.h>
#include <direct/ranks.h>

#include "flags.h"
#include "reporting.h"

namespace direct {

struct GatherArguments {
  std::vector<std::string> paths;
  DataOptions data;
  FitOptions fit;
  std::string like_path;                      // a prepared map; empty: the data make one
  std::function<std::string()> settled_flag;  // the first flag given that a map has settled
  std::function<std::string()> model_flag;    // the first flag given that is about the model
  std::function<void()> complete;             // gives a network its own defaults; empty: somebody else does
  bool fits = false;                          // a posterior too, which may need the seed once more
};

// open_dataset() copies streams before a fit checks its options: with streams they are checked first.
Dataset open_for_fit(const std::vector<std::string>& paths, const DataOptions& data, const FitOptions& options);

// After the flags that a map settles were added.
void add_like_flag(Flags& flags, GatherArguments& arguments);

// Throws Error(usage) when a flag was given that `source`, a file, has settled.
void check_settled(const GatherArguments& arguments, const std::string& source);

// Rank 0 gets all of it, and calls `check_outputs` before the work begins.
Gathered gather(const GatherArguments& arguments, const Reporting& reporting, const Ranks& ranks,
                const std::function<void()>& check_outputs);

// The same for likelihoods that need the rows themselves: straight to the model, which is rank 0's.
Training fit_data(const GatherArguments& arguments, const Reporting& reporting, const Ranks& ranks,
                  const std::function<void()>& check_outputs);

}  // namespace direct
