// SPDX-License-Identifier: MIT
#include "data/text.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include <fmt/format.h>

namespace direct {
namespace {

constexpr std::size_t longest_quoted = 60;
constexpr std::size_t most_listed = 10;

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// Bytes of the well-formed character at the front of `text`; 0 when there is none. Unicode 15, table 3-7.
std::size_t character_bytes(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xC2 && lead <= 0xDF   ? 2
                             : lead >= 0xE0 && lead <= 0xEF ? 3
                             : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                            : 0;
  if (length == 0 || text.size() < length) return 0;
  const unsigned least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (byte(1) < least || byte(1) > most) return 0;
  const auto rest = text.substr(2, length - 2);
  return std::all_of(rest.begin(), rest.end(), is_continuation) ? length : 0;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  if (!text.empty() && !is_blank(text.front()) && !is_blank(text.back())) return text;
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = character_bytes(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string in_quotes(std::string_view text) {
  std::string result = "\"";
  while (!text.empty() && result.size() < longest_quoted) {
    const std::size_t length = character_bytes(text);
    const bool printable = length > 1 || (length == 1 && text[0] >= ' ' && text[0] != 0x7F);
    result += printable ? text.substr(0, length) : std::string_view("?");
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result + (text.empty() ? "\"" : "...\"");
}

std::string listed(std::span<const std::string> names) {
  std::string result;
  for (std::size_t i = 0; i < std::min(names.size(), most_listed); ++i) {
    const std::string name = in_quotes(names[i]);
    result += (i == 0 ? "" : ", ") + name.substr(1, name.size() - 2);
  }
  if (names.size() > most_listed) result += fmt::format(", ... ({} in all)", names.size());
  return result;
}

std::string readable_size(std::size_t num_bytes) {
  constexpr std::array<const char*, 6> units = {"kB", "MB", "GB", "TB", "PB", "EB"};
  if (num_bytes < 1000) return fmt::format("{} byte{}", num_bytes, num_bytes == 1 ? "" : "s");
  double size = static_cast<double>(num_bytes) / 1000;
  std::size_t unit = 0;
  for (; size >= 999.95; size /= 1000) ++unit;  // what would be written as 1000.0
  return fmt::format("{:.1f} {}", size, units[unit]);
}

std::string display_name(const std::string& path) { return path == "-" ? "<stdin>" : path; }

}  // namespace direct
