// SPDX-License-Identifier: MIT
// Numbers as a table, or as the text of a CSV file that is read back to the bit: columns x0, x1, ..., y, and w if there
// are weights.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <direct/matrix.h>
#include <direct/table.h>

namespace direct::oracle {

Table table_of(Matrix inputs, std::vector<double> targets, std::vector<double> weights = {});
Table table_of_rows(const std::vector<std::vector<double>>& rows);  // the last number of each is its target

std::string csv_text(const Matrix& inputs, std::span<const double> targets, std::span<const double> weights = {});

}  // namespace direct::oracle
