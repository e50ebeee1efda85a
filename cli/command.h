// SPDX-License-Identifier: MIT
// The commands. add_x() gives a command its flags and returns what to do once they are parsed.
#pragma once

#include <functional>

#include <direct/ranks.h>
#include <direct/statistics.h>

#include "flags.h"

namespace direct {

enum ExitCode : int {
  exit_ok = 0,
  exit_internal = 1,
  exit_usage = 2,
  exit_data = 3,
  exit_model = 4,
  exit_not_converged = 5,
  exit_resource = 6,
  exit_interrupted = 130
};

// The ranks are for commands that share their work; the others run on one.
using Action = std::function<ExitCode(const Ranks& ranks)>;

Action add_fit(Flags& flags);
Action add_prepare(Flags& flags);
Action add_accumulate(Flags& flags);
Action add_merge(Flags& flags);
Action add_update(Flags& flags);
Action add_predict(Flags& flags);
Action add_evaluate(Flags& flags);
Action add_sample(Flags& flags);
Action add_cv(Flags& flags);
Action add_tune(Flags& flags);
Action add_calibrate(Flags& flags);
Action add_check(Flags& flags);
Action add_export(Flags& flags);
Action add_inspect(Flags& flags);
Action add_generate(Flags& flags);

}  // namespace direct
