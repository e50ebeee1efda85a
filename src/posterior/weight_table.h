// SPDX-License-Identifier: MIT
// Tables over the levels of every weight in a file: num_features rows of num_levels numbers. Where all weights have the
// same (`shared`), one row stands for all.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include <direct/matrix.h>

#include "data/safetensors.h"

namespace direct {

bool same_for_all(const Matrix& table);  // num_levels x num_features, as are all of them in memory

void write_table(const std::string& name, const Matrix& table, bool shared, Container& container);

// These throw Error(model): the first for a count that no grid has, the last for levels that do not increase.
std::size_t num_levels_at(const nlohmann::json& description);
Matrix read_table(const std::string& name, const Container& container, bool shared, std::size_t num_levels,
                  std::size_t num_features);
Matrix read_levels(const Container& container, bool shared, std::size_t num_levels, std::size_t num_features);

// Throws Error(model) unless the numbers whose logarithms these are sum to one.
void require_distribution(std::span<const double> log_probabilities);

}  // namespace direct
