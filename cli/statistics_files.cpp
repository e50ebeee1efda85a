// SPDX-License-Identifier: MIT
#include "statistics_files.h"

#include <direct/error.h>

#include "interruption.h"

namespace direct {
namespace {

void merge_file(PreparedStatistics& into, const std::string& path) {
  const PreparedStatistics more = load_statistics(path);
  try {
    merge(into, more);
  } catch (const Error& error) {
    throw Error(error.kind(), path + ": " + error.what());
  }
}

}  // namespace

PreparedStatistics merged_statistics(const std::vector<std::string>& paths) {
  PreparedStatistics sum = load_statistics(paths.front());
  for (std::size_t i = 1; i < paths.size(); ++i) {
    stop_if_interrupted();
    merge_file(sum, paths[i]);
  }
  stop_if_interrupted();
  return sum;
}

}  // namespace direct
