// SPDX-License-Identifier: MIT
#include "oracle/table.h"

#include <array>
#include <charconv>

namespace direct::oracle {
namespace {

std::string shortest(double value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

}  // namespace

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
