// SPDX-License-Identifier: MIT
#include "integer_flags.h"

#include <algorithm>

#include <fmt/format.h>

#include <direct/error.h>

namespace direct {

void add_integer_flags(Flags& flags, IntegerArguments& arguments, std::vector<std::string> dependents) {
  flags.group("On a chip");
  flags.on("--integer", arguments.is_given, "what a chip says that runs the header of direct export, bit for bit");
  flags.number("--draws", "S", arguments.options.draws, "how many draws, or deviations, it has, as given to export");
  dependents.push_back("--draws");
  arguments.check = [&arguments, given = flags.first_given(std::move(dependents))] {
    const std::string flag = arguments.is_given ? "" : given();
    if (!flag.empty()) throw Error(ErrorKind::usage, fmt::format("{}: is that of --integer; expected both", flag));
  };
}

double interval_level(const TrainedModel& model, const IntegerOptions& options) {
  return model.calibration ? std::min(options.interval, largest_level(*model.calibration)) : options.interval;
}

}  // namespace direct
