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
  std::vector<bool> is_input;     // neither the target nor the weight, the exposure or dropped
  std::vector<bool> categorical;  // by the user's word
  std::size_t target = 0;
  std::optional<std::size_t> weight, exposure;
};

// Which of the columns are among those wanted, by name or by index. Throws Error(usage) for one that is not there.
std::vector<bool> marked_columns(std::span<const std::string> names, const std::vector<std::string>& wanted,
                                 const char* role);

// Throws Error(usage) for a column that is not there; a target, weight or exposure that is dropped or categorical (but
// a target that is a class may be), or that is also another of these; and an exposure of other targets than counts.
// Error(data) where no input is left.
ColumnPlan column_plan(std::span<const std::string> names, const DataOptions& options, Likelihood likelihood,
                       const std::string& file);

}  // namespace direct
