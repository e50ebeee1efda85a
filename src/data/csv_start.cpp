// SPDX-License-Identifier: MIT
#include "data/csv_start.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "data/place.h"

namespace direct {
namespace {

constexpr std::string_view candidates = ",\t;";  // the first wins a tie

bool starts_with(std::span<const char> text, std::string_view prefix) {
  return std::string_view(text.data(), text.size()).starts_with(prefix);
}

}  // namespace

void check_is_text(std::span<const char> start, const std::string& name) {
  if (starts_with(start, "\xff\xfe") || starts_with(start, "\xfe\xff")) {
    fail_at({name}, "is UTF-16 text, expected UTF-8");
  }
  if (std::find(start.begin(), start.end(), '\0') != start.end()) fail_at({name}, "is not a text file, expected CSV");
}

std::size_t byte_order_mark_bytes(std::span<const char> start) { return starts_with(start, "\xef\xbb\xbf") ? 3 : 0; }

// CR ends the lines only where the first line end is a CR that no LF follows.
char detected_line_end(std::span<const char> start) {
  bool inside = false;  // quotes
  for (std::size_t i = 0; i < start.size(); ++i) {
    if (start[i] == '"') inside = !inside;
    if (inside) continue;
    if (start[i] == '\n') return '\n';
    if (start[i] == '\r') return i + 1 < start.size() && start[i + 1] != '\n' ? '\r' : '\n';
  }
  return '\n';
}

char detected_delimiter(std::span<const char> start, char line_end) {
  std::array<std::size_t, candidates.size()> counts{};
  bool inside = false;
  bool blank = true;  // so far; leading empty lines tell nothing
  for (const char c : start) {
    if (c == '"') inside = !inside;
    if (!inside && c == line_end && !blank) break;
    blank = blank && (c == '\n' || c == '\r');
    const auto found = candidates.find(c);
    if (!inside && found != std::string_view::npos) ++counts[found];
  }
  const auto most = std::max_element(counts.begin(), counts.end());
  return candidates[static_cast<std::size_t>(most - counts.begin())];
}

}  // namespace direct
