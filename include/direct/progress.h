// SPDX-License-Identifier: MIT
// How a long call tells what it is doing. The callback returns false to stop the call, which then
// throws Interrupted; it is never called from two threads at once.
#pragma once

#include <functional>
#include <string_view>

namespace direct {

struct ProgressEvent {
  std::string_view stage;  // "read", "hyperparameters", "statistics", "evidence", "features", "fit", "draws", ...
  double done = 0;         // rows, evaluations, features, iterations, sweeps or draws
  double elbo = 0;         // only in the stage "fit"
  double most = 0;         // that there can be; 0: nobody knows
};

using Progress = std::function<bool(const ProgressEvent&)>;

// Reports an event, if anybody listens. Throws Interrupted when the listener wants to stop.
void report(const Progress& progress, const ProgressEvent& event);

}  // namespace direct
