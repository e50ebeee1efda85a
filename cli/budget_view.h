// SPDX-License-Identifier: MIT
// What direct tune found within a budget.
#pragma once

#include <string>

#include <direct/budget.h>

namespace direct {

// The commands that make the best model and its header; `given` are the data and the flags that a fit shares with tune.
std::string commands_of(const BudgetSearch& search, const std::string& given, Chip chip);

std::string to_text(const BudgetSearch& search, const std::string& commands, Chip chip);
std::string to_json(const BudgetSearch& search, const std::string& commands, Chip chip);

}  // namespace direct
