// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <direct/statistics.h>

namespace direct {

// The sum of .stats files, in any order. Throws Error(data) that names the file that does not fit the first, and
// Interrupted between two files.
PreparedStatistics merged_statistics(const std::vector<std::string>& paths);

}  // namespace direct
