// SPDX-License-Identifier: MIT
#include "posterior/weight_table.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "algebra/categorical.h"
#include "data/json_fields.h"

namespace direct {

bool same_for_all(const Matrix& table) {
  const auto first = table.column(0);
  for (std::size_t j = 1; j < table.cols(); ++j)
    if (!std::equal(first.begin(), first.end(), table.column(j).begin())) return false;
  return true;
}

void write_table(const std::string& name, const Matrix& table, bool shared, Container& container) {
  const std::size_t rows = shared ? 1 : table.cols();
  container.tensors.push_back(tensor(name, table.values().first(rows * table.rows()), {rows, table.rows()}));
}

std::size_t num_levels_at(const nlohmann::json& description) {
  const std::size_t num_levels = count_at(description, "num_levels");
  require(num_levels >= 2 && num_levels <= 256, "expected 2 to 256 levels, found " + std::to_string(num_levels));
  return num_levels;
}

Matrix read_table(const std::string& name, const Container& container, bool shared, std::size_t num_levels,
                  std::size_t num_features) {
  const std::vector<double> values = doubles(container, name, {shared ? 1 : num_features, num_levels});
  Matrix table(num_levels, num_features);
  for (std::size_t j = 0; j < num_features; ++j)
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(shared ? 0 : j * num_levels), num_levels,
                table.column(j).begin());
  return table;
}

Matrix read_levels(const Container& container, bool shared, std::size_t num_levels, std::size_t num_features) {
  Matrix levels = read_table("levels", container, shared, num_levels, num_features);
  for (std::size_t j = 0; j < num_features; ++j)
    require(std::ranges::is_sorted(levels.column(j), std::less_equal<>()), "the levels of a weight do not increase");
  return levels;
}

void require_distribution(std::span<const double> log_probabilities) {
  require(std::abs(log_sum_exp(log_probabilities)) < 1e-6, "probabilities do not sum to one");
}

}  // namespace direct
