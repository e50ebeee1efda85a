// SPDX-License-Identifier: MIT
// How one file is written: its delimiter, whether it has a header, and what its columns are called. A table in memory
// has the names only, and may know the roles of its columns.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <direct/data.h>

namespace direct {

struct Dialect {
  std::string file;  // what messages call it
  char delimiter = ',';
  bool has_header = false;
  std::vector<std::string> names;  // of the columns, all different; their 0-based indices where there is no header
  bool has_roles = false;          // of a table: the columns below have these roles, and all others are inputs
  std::optional<std::size_t> target = {}, weight = {}, exposure = {};
};

// Reads the first records of the file. A header is detected where some column has text in the first record and a
// number in the second, or where the first record is nothing but different texts.
Dialect detected_dialect(const Dataset& dataset, const std::string& path, Header header);

}  // namespace direct
