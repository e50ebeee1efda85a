// SPDX-License-Identifier: MIT
// Classes and their numbers, in order of arrival. Cells that are equal as numbers name the same class: its key is the
// shortest decimal of the number, or else the text. It is shown by the shortest, then the bytewise least of its texts.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace direct {

class ClassTable {
 public:
  ClassTable() = default;
  explicit ClassTable(const std::vector<std::string>& texts);

  std::optional<std::size_t> find(std::string_view text) const;
  std::size_t insert(std::string_view text);                 // requires: find(text) is empty
  void add_text(std::size_t number, std::string_view text);  // that names this class too
  const std::string& key(std::size_t number) const { return keys_[number]; }
  const std::vector<std::string>& texts() const { return texts_; }
  std::size_t size() const { return keys_.size(); }

 private:
  std::vector<std::string> keys_, texts_;
};

// Numbers by their values; false before true, no before yes, and their initials, in any case; all else bytewise.
bool class_before(const std::string& left, const std::string& right);

}  // namespace direct
