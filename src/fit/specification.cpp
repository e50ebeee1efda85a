// SPDX-License-Identifier: MIT
#include "fit/specification.h"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>

#include <direct/error.h>
#include <direct/model.h>

#include "fit/level_grids.h"

namespace direct {
namespace {

[[noreturn]] void refuse(const std::string& option, const std::string& expected, const std::string& found,
                         const std::string& what = "") {
  throw Error(ErrorKind::usage, "--" + option + ": expected " + expected + ", found \"" + found + "\"" +
                                    (what.empty() ? "" : ", " + what));
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::size_t first = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] != separator) continue;
    parts.push_back(text.substr(first, i - first));
    first = i + 1;
  }
  return parts;
}

std::optional<double> finite_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

// Nothing when one of the parts is not a finite number.
std::optional<std::vector<double>> finite_numbers(const std::vector<std::string>& parts) {
  std::vector<double> values;
  for (const std::string& part : parts) {
    const std::optional<double> value = finite_number(part);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

}  // namespace

std::optional<double> parse_prior_scale(const std::string& text) {
  if (text == "auto") return std::nullopt;
  const std::optional<double> value = finite_number(text);
  if (!value || !(*value >= 1e-100) || !(*value <= 1e100))
    refuse("prior-scale", "auto or a number from 1e-100 to 1e100", text);
  return value;
}

std::optional<std::vector<double>> parse_noise(const std::string& text) {
  if (text == "auto") return std::nullopt;
  const std::string expected = "auto, a positive variance, or LO:HI:COUNT with 0 < LO < HI and COUNT from 2 to 256";
  const auto values = finite_numbers(split(text, ':'));
  if (!values || !(values->front() > 0.0)) refuse("noise", expected, text);
  if (values->size() == 1) return values;
  if (values->size() != 3) refuse("noise", expected, text);
  const double low = (*values)[0], high = (*values)[1], count = (*values)[2];
  if (!(high > low) || !(count >= 2.0) || !(count <= 256.0) || count != std::floor(count))
    refuse("noise", expected, text);
  return logarithmic_grid(low, high, static_cast<std::size_t>(count));
}

std::optional<std::vector<double>> parse_support(const std::string& text, std::size_t num_levels) {
  if (text == "auto" || text == "learned" || text == "learned-shared" || text == "pow2") return std::nullopt;
  if (text.starts_with('@') && text.size() > 1) return std::nullopt;
  const std::string expected =
      "auto, learned, learned-shared, pow2, LO:HI, 2 to 256 increasing numbers v1,v2,..., or @FILE";
  if (text.find(':') != std::string::npos) {
    const auto ends = finite_numbers(split(text, ':'));
    if (!ends || ends->size() != 2 || !((*ends)[0] < (*ends)[1])) refuse("support", expected, text);
    return even_levels((*ends)[0], (*ends)[1], num_levels);
  }
  auto levels = finite_numbers(split(text, ','));
  if (!levels) refuse("support", expected, text);
  if (levels->size() < 2 || levels->size() > 256)
    refuse("support", expected, text, "of " + std::to_string(levels->size()) + " levels");
  for (std::size_t k = 1; k < levels->size(); ++k)
    if (!((*levels)[k] > (*levels)[k - 1]))
      refuse("support", expected, text, fmt::format("where {} comes after {}", (*levels)[k], (*levels)[k - 1]));
  return levels;
}

std::optional<ScaleMixture> parse_prior_mixture(const std::string& text) {
  if (text == "none") return std::nullopt;
  constexpr std::size_t most = 16;
  const std::string expected =
      "none, or 2 to 16 times WEIGHT:FACTOR, weights up to 1e6 and factors from 0.001 to 1000, as in 0.5:1,0.5:0.3";
  ScaleMixture mixture;
  for (const std::string& part : split(text, ',')) {
    const auto values = finite_numbers(split(part, ':'));
    if (!values || values->size() != 2 || !((*values)[0] > 0.0) || !((*values)[0] <= 1e6) || !((*values)[1] >= 1e-3) ||
        !((*values)[1] <= 1e3))
      refuse("prior-mixture", expected, text);
    mixture.weights.push_back((*values)[0]);
    mixture.factors.push_back((*values)[1]);
  }
  if (mixture.weights.size() < 2 || mixture.weights.size() > most) refuse("prior-mixture", expected, text);
  return mixture;
}

std::size_t parse_memory(const std::string& text) {
  const std::string expected = "a size from 1MB to 1000TB such as 500MB or 4GB";
  const std::size_t letters = text.find_first_not_of("0123456789.+");
  const std::string number = text.substr(0, letters), unit = letters == std::string::npos ? "" : text.substr(letters);
  const std::vector<std::string> units{"B", "KB", "MB", "GB", "TB"};
  const auto found = std::find(units.begin(), units.end(), unit);
  const std::optional<double> value = finite_number(number);
  if (!value || found == units.end()) refuse("memory", expected, text);
  const double bytes = *value * std::pow(1000.0, static_cast<double>(found - units.begin()));
  if (!(bytes >= 1e6) || !(bytes <= 1e15)) refuse("memory", expected, text);
  return static_cast<std::size_t>(bytes);
}

}  // namespace direct
