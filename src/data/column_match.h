// SPDX-License-Identifier: MIT
// Where a file has the columns of a schema.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <direct/data.h>

#include "data/dialect.h"

namespace direct {

struct ColumnMatch {
  std::vector<std::size_t> inputs;    // field of each column of the schema
  std::optional<std::size_t> target;  // empty when nobody asks for it
  std::optional<std::size_t> weight;  // likewise, and when every row counts once
  std::optional<std::size_t> exposure;
  std::vector<std::string> warnings;  // one for each column that nobody expects
};

// Whether a file must have the column of weights that the schema names.
enum class Weights { required, optional };

// What to look for beside the inputs. Who does not ask for targets does not ask for weights either.
struct Wanted {
  RowReader::Targets targets = RowReader::Targets::required;
  Weights weights = Weights::required;
};

// By name where both the file and the schema have names, else by position. A column whose role the table knows is not
// looked for by name. Throws Error(data) for a missing column.
ColumnMatch matched_columns(const Schema& schema, const Dialect& file, const Wanted& wanted);

// Throws Error(data) when the file has no such column.
std::size_t field_named(const std::string& name, const Dialect& file);

}  // namespace direct
