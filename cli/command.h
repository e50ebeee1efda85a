// SPDX-License-Identifier: MIT
// The commands. add_x() gives a command its flags and returns what to do once they are parsed.
#pragma once

#include <functional>

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

using Action = std::function<ExitCode()>;

Action add_fit(Flags& flags);
Action add_predict(Flags& flags);
Action add_evaluate(Flags& flags);
Action add_cv(Flags& flags);
Action add_inspect(Flags& flags);
Action add_generate(Flags& flags);

}  // namespace direct
