// SPDX-License-Identifier: MIT
#include "oracle/table.h"

#include <array>
#include <charconv>
#include <utility>

namespace direct::oracle {
namespace {

std::string shortest(double value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

}  // namespace

Table table_of(Matrix inputs, std::vector<double> targets, std::vector<double> weights) {
  Table table;
  table.options.target = "y";
  if (!weights.empty()) table.options.weight = "w";
  for (std::size_t j = 0; j < inputs.cols(); ++j) table.names.push_back("x" + std::to_string(j));
  table.inputs = std::move(inputs);
  table.target = std::move(targets);
  table.weights = std::move(weights);
  return table;
}

Table table_of_rows(const std::vector<std::vector<double>>& rows) {
  Matrix inputs(rows.size(), rows.front().size() - 1);
  std::vector<double> targets;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < inputs.cols(); ++j) inputs(i, j) = rows[i][j];
    targets.push_back(rows[i].back());
  }
  return table_of(std::move(inputs), std::move(targets));
}

std::string csv_text(const Matrix& inputs, std::span<const double> targets, std::span<const double> weights) {
  std::string text;
  for (std::size_t j = 0; j < inputs.cols(); ++j) text += "x" + std::to_string(j) + ",";
  text += weights.empty() ? "y\n" : "y,w\n";
  for (std::size_t i = 0; i < inputs.rows(); ++i) {
    for (std::size_t j = 0; j < inputs.cols(); ++j) text += shortest(inputs(i, j)) + ",";
    text += shortest(targets[i]) + (weights.empty() ? "" : "," + shortest(weights[i])) + "\n";
  }
  return text;
}

}  // namespace direct::oracle
