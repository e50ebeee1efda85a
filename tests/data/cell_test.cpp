// SPDX-License-Identifier: MIT
#include "data/cell.h"
#include "oracle/property.h"

#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace direct::cell_test {
namespace {

double number(std::string_view text) {
  const Cell cell = parsed_cell(text);
  EXPECT_EQ(cell.kind, CellKind::number) << text;
  return cell.value;
}

CellKind kind(std::string_view text) { return parsed_cell(text).kind; }

TEST(Cell, ReadsDecimalNumbers) {
  EXPECT_EQ(number("1"), 1.0);
  EXPECT_EQ(number("-2.5"), -2.5);
  EXPECT_EQ(number("+3e2"), 300.0);
  EXPECT_EQ(number(" 4 "), 4.0);
  EXPECT_EQ(number("\t.5"), 0.5);
  EXPECT_EQ(number("5."), 5.0);
  EXPECT_EQ(number("1E-3"), 1e-3);
  EXPECT_EQ(number("1.7976931348623157e308"), std::numeric_limits<double>::max());
  EXPECT_EQ(number("5e-324"), std::numeric_limits<double>::denorm_min());
}

TEST(Cell, HasNoNegativeZero) {
  EXPECT_FALSE(std::signbit(number("-0")));
  EXPECT_FALSE(std::signbit(number("-0.0")));
  EXPECT_FALSE(std::signbit(number("-1e-400")));
}

TEST(Cell, KnowsWhatIsMissing) {
  for (const char* text : {"", " ", "NA", "N/A", "n/a", "NaN", "nan", "-nan", "NULL", "null", "None", "?", " NA "}) {
    EXPECT_EQ(kind(text), CellKind::missing) << text;
  }
}

TEST(Cell, TooLargeIsNotFinite) {
  for (const char* text : {"inf", "-inf", "+inf", "Infinity", "INF", "1e400", "-1e400", "1e99999999999999999999"}) {
    EXPECT_EQ(kind(text), CellKind::not_finite) << text;
  }
  EXPECT_EQ(kind(std::string(400, '9')), CellKind::not_finite);
  EXPECT_EQ(kind(std::string(400, '9') + "e-5"), CellKind::not_finite);
  EXPECT_EQ(kind("0.001e400"), CellKind::not_finite);
}

TEST(Cell, TooSmallIsZero) {
  EXPECT_EQ(number("1e-400"), 0.0);
  EXPECT_EQ(number("123e-500"), 0.0);
  EXPECT_EQ(number("1e-99999999999999999999"), 0.0);
  EXPECT_EQ(number("0." + std::string(400, '0') + "1"), 0.0);
  EXPECT_EQ(number("0." + std::string(400, '0') + "1e5"), 0.0);
  EXPECT_EQ(number("0e99999"), 0.0);
}

TEST(Cell, EverythingElseIsText) {
  for (const char* text :
       {"-", "+", "abc", "0x10", "1,5", "1 2", "1e", "++1", "+-1", "1.2.3", "--1", "12abc", "na", "$5"}) {
    EXPECT_EQ(kind(text), CellKind::text) << text;
  }
}

PROPERTY(Cell, ReadsBackWhatToCharsWrites, (std::uint64_t bits)) {
  const double value = std::bit_cast<double>(bits);
  if (!(std::isfinite(value))) return;
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  ASSERT_TRUE(parsed_cell({text, end}).kind == CellKind::number);
  ASSERT_TRUE(parsed_cell({text, end}).value == value);
}

PROPERTY(Cell, ShortDecimalsAreThoseOfFromChars, (Any & any)) {
  const auto text = any.text_of("0123456789.-");
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  const Cell cell = parsed_cell(text);
  ASSERT_TRUE((cell.kind == CellKind::number) == is_number);
  ASSERT_TRUE(!is_number || cell.value == value);
  ASSERT_TRUE(!std::signbit(cell.value) || cell.value != 0.0);
}

PROPERTY(Cell, DecimalsAreThoseOfFromChars, (std::int64_t digits, Any& any)) {
  std::string text = std::to_string(digits / any.element_of(std::vector<std::int64_t>{1, 1000, 1'000'000'000}));
  const auto point = any.in_range<std::size_t>(1, text.size() + 1);
  if (std::isdigit(static_cast<unsigned char>(text[point - 1]))) text.insert(point, ".");
  double value = 0.0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  ASSERT_TRUE(parsed_cell(text).value == value);
}

}  // namespace
}  // namespace direct::cell_test
