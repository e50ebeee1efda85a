// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace direct {

// Runs a program of the PATH, without a shell, and returns what it printed on both its outputs; nothing where it cannot
// be started, fails or takes too long. Its temporary files and its output are in `directory`. Throws Interrupted. It
// ends before this returns, and soon after if this process is killed.
std::optional<std::string> output_of(const std::vector<std::string>& program, const std::string& directory);

}  // namespace direct
