// SPDX-License-Identifier: MIT
#include <algorithm>

#include <direct/data.h>

#include "data/column_code.h"

namespace direct {

std::size_t num_inputs(const Column& column) {
  return (column.categorical ? column.levels.size() : 1) + (column.indicator ? 1 : 0);
}

std::size_t num_inputs(const Schema& schema) {
  std::size_t count = 0;
  for (const Column& column : schema.columns) count += num_inputs(column);
  return count;
}

std::vector<std::string> input_names(const Schema& schema) {
  std::vector<std::string> names;
  for (const Column& column : schema.columns) {
    if (!column.categorical) names.push_back(column.name);
    for (const std::string& level : column.levels) names.push_back(column.name + "=" + level);
    if (column.indicator) names.push_back(column.name + " is missing");
  }
  return names;
}

void encode(const Column& column, double code, double* inputs) {
  const bool missing = is_missing(code);
  if (column.categorical) {
    inputs = std::fill_n(inputs, column.levels.size(), 0.0);
    if (!missing && code != unseen_level_code) *(inputs - column.levels.size() + static_cast<std::size_t>(code)) = 1.0;
  } else {
    *inputs++ = missing ? column.fill : code;
  }
  if (column.indicator) *inputs = missing ? 1.0 : 0.0;
}

}  // namespace direct
