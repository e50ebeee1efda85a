// SPDX-License-Identifier: MIT
#include "data/class_table.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "data/cell.h"

namespace direct {
namespace {

std::string key_of(std::string_view text) {
  const Cell cell = parsed_cell(text);
  return cell.kind == CellKind::number ? fmt::format("{}", cell.value) : std::string(text);
}

bool is_better_text(std::string_view text, std::string_view other) {
  return text.size() != other.size() ? text.size() < other.size() : text < other;
}

std::string lower_case(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

bool are_no_and_yes(const std::string& left, const std::string& right) {
  constexpr std::array<std::pair<const char*, const char*>, 4> pairs = {
      {{"false", "true"}, {"no", "yes"}, {"f", "t"}, {"n", "y"}}};
  const std::string no = lower_case(left), yes = lower_case(right);
  return std::any_of(pairs.begin(), pairs.end(),
                     [&](const auto& pair) { return no == pair.first && yes == pair.second; });
}

}  // namespace

ClassTable::ClassTable(const std::vector<std::string>& texts) {
  for (const std::string& text : texts) insert(text);
}

// Most cells are the text that is shown.
std::optional<std::size_t> ClassTable::find(std::string_view text) const {
  auto found = std::find(texts_.begin(), texts_.end(), text);
  if (found != texts_.end()) return static_cast<std::size_t>(found - texts_.begin());
  found = std::find(keys_.begin(), keys_.end(), key_of(text));
  if (found != keys_.end()) return static_cast<std::size_t>(found - keys_.begin());
  return {};
}

std::size_t ClassTable::insert(std::string_view text) {
  keys_.push_back(key_of(text));
  texts_.emplace_back(text);
  return keys_.size() - 1;
}

void ClassTable::add_text(std::size_t number, std::string_view text) {
  if (is_better_text(text, texts_[number])) texts_[number] = text;
}

bool class_before(const std::string& left, const std::string& right) {
  const Cell a = parsed_cell(left), b = parsed_cell(right);
  if (a.kind == CellKind::number && b.kind == CellKind::number) return a.value < b.value;
  if (are_no_and_yes(left, right)) return true;
  return !are_no_and_yes(right, left) && left < right;
}

}  // namespace direct
