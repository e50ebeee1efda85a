// SPDX-License-Identifier: MIT
// Where a file has the columns of a schema.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <direct/data.h>

#include "data/table_reader.h"

namespace direct {

struct ColumnMatch {
  std::vector<std::size_t> inputs;    // field of each column of the schema
  std::optional<std::size_t> target;  // empty when the reader does not ask for it
  std::vector<std::string> warnings;  // one for each column that nobody expects
};

// By name where both the file and the schema have names, else by position. Throws Error(data) for a missing column.
ColumnMatch matched_columns(const Schema& schema, const TableReader& table, RowReader::Targets targets);

// Throws Error(data) when the file has no such column.
std::size_t field_named(const std::string& name, const TableReader& table);

}  // namespace direct
