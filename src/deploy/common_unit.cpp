// SPDX-License-Identifier: MIT
#include "deploy/common_unit.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace direct {
namespace {

constexpr double tolerance = 1e-9;

std::vector<double> magnitudes(std::span<const double> values) {
  std::vector<double> result;
  for (const double value : values)
    if (value != 0.0) result.push_back(std::abs(value));
  std::ranges::sort(result);
  return result;
}

}  // namespace

std::optional<double> common_unit(std::span<const double> values, double largest) {
  const std::vector<double> sizes = magnitudes(values);
  if (sizes.empty()) return 1.0;
  for (double parts = 1.0; sizes.back() / sizes.front() * parts <= largest * (1.0 + tolerance); parts += 1.0) {
    const double unit = sizes.front() / parts;
    const auto is_multiple = [&](double size) {
      return std::abs(size - unit * std::round(size / unit)) <= tolerance * sizes.back();
    };
    if (std::ranges::all_of(sizes, is_multiple)) return unit;
  }
  return std::nullopt;
}

bool are_powers_of_two(std::span<const double> values) {
  const std::vector<double> sizes = magnitudes(values);
  return std::ranges::all_of(sizes, [&](double size) {
    const double exponent = std::log2(size / sizes.front());
    return std::abs(exponent - std::round(exponent)) <= tolerance;
  });
}

}  // namespace direct
