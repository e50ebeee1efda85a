// SPDX-License-Identifier: MIT
// What the options say about each column of the first file.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <direct/data.h>

namespace direct {

struct ColumnPlan {
  std::vector<bool> is_input;     // neither the target nor dropped
  std::vector<bool> categorical;  // by the user's word
  std::size_t target = 0;
};

// Throws Error(usage) for a column that is not there, a target that is dropped or categorical; Error(data) where no
// input is left.
ColumnPlan column_plan(std::span<const std::string> names, const DataOptions& options, const std::string& file);

}  // namespace direct
