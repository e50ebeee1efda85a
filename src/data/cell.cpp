// SPDX-License-Identifier: MIT
#include "data/cell.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "data/text.h"

namespace direct {
namespace {

constexpr std::array<std::string_view, 8> missing_markers = {"NA", "N/A", "n/a", "NaN", "NULL", "null", "None", "?"};

bool is_missing_marker(std::string_view text) {
  return std::find(missing_markers.begin(), missing_markers.end(), text) != missing_markers.end();
}

// Whether a number that no double can hold is too small rather than too large: whether its first significant digit
// comes after the decimal point. Requires: decimal notation as std::from_chars takes it.
bool is_tiny(std::string_view number) {
  const std::size_t mark = std::min(number.find_first_of("eE"), number.size());
  const std::string_view digits = number.substr(0, mark);
  const std::size_t point = std::min(digits.find('.'), digits.size());
  const std::size_t leading = std::min(digits.find_first_of("123456789"), digits.size());
  long long exponent = 0;
  if (mark < number.size()) {
    std::string_view text = number.substr(mark + 1);
    const bool negative = text.starts_with('-');
    if (text.starts_with('+') || negative) text.remove_prefix(1);
    // An exponent of more digits than fit outweighs any number of leading zeros.
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
    if (error != std::errc()) return negative;
    if (negative) exponent = -exponent;
  }
  return static_cast<long long>(point) - static_cast<long long>(leading) + exponent < 0;
}

Cell without_number(std::string_view text) { return {is_missing_marker(text) ? CellKind::missing : CellKind::text}; }

Cell finite_or_not(double value) {
  if (std::isnan(value)) return {CellKind::missing};
  if (std::isinf(value)) return {CellKind::not_finite, value};
  return {CellKind::number, value + 0.0};
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Digits, perhaps with a point between them. So few of them are exact, and so is the power of ten: one division rounds
// to the double that std::from_chars gives, in less time. Nothing for all other texts.
std::optional<double> short_decimal(std::string_view text) {
  constexpr std::array<double, 15> powers = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6, 1e7,
                                             1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14};
  const double sign = text.starts_with('-') ? -1.0 : 1.0;
  if (sign < 0.0) text.remove_prefix(1);
  if (text.empty() || text.size() > 15 || !is_digit(text.front()) || !is_digit(text.back())) return {};
  std::int64_t digits = 0;
  std::size_t num_points = 0, num_decimals = 0;
  for (const char c : text) {
    if (is_digit(c)) {
      digits = 10 * digits + (c - '0');
      num_decimals += num_points;
    } else if (c != '.' || ++num_points > 1) {
      return {};
    }
  }
  return sign * static_cast<double>(digits) / powers[num_decimals];
}

Cell kind_and_value(std::string_view text) {
  if (text.empty()) return {CellKind::missing};
  if (const auto value = short_decimal(text)) return {CellKind::number, *value + 0.0};  // -0 + 0 is 0
  std::string_view number = text;
  if (number.starts_with('+')) number.remove_prefix(1);
  if (number.size() < text.size() && number.starts_with('-')) return without_number(text);
  double value = 0.0;
  const char* last = number.data() + number.size();
  const auto [end, error] = std::from_chars(number.data(), last, value);
  if (end != last || error == std::errc::invalid_argument) return without_number(text);
  if (error == std::errc::result_out_of_range) value = is_tiny(number) ? 0.0 : HUGE_VAL;
  return finite_or_not(value);
}

}  // namespace

Cell parsed_cell(std::string_view text) {
  Cell cell = kind_and_value(trimmed(text));
  cell.text = text;
  return cell;
}

Cell number_cell(double value) { return finite_or_not(value); }

Cell category_cell(std::string_view text) {
  Cell cell = parsed_cell(text);
  if (cell.kind != CellKind::missing) cell.kind = CellKind::text;
  return cell;
}

CellText::CellText(const Cell& cell) : text_(trimmed(cell.text)) {
  if (!cell.text.empty() || cell.kind == CellKind::missing) return;
  const auto written = fmt::format_to_n(digits_.data(), digits_.size(), "{}", cell.value);
  text_ = {digits_.data(), written.size};
}

}  // namespace direct
