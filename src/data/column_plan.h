// SPDX-License-Identifier: MIT
// What the options say about each column of the first file.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <direct/data.h>

namespace direct {

struct ColumnPlan {
  std::vector<bool> is_input;     // neither the target nor the weight nor dropped
  std::vector<bool> categorical;  // by the user's word
  std::size_t target = 0;
  std::optional<std::size_t> weight;
};

// Throws Error(usage) for a column that is not there, a target or weight that is dropped or categorical, and a weight
// that is the target; Error(data) where no input is left.
ColumnPlan column_plan(std::span<const std::string> names, const DataOptions& options, const std::string& file);

}  // namespace direct
