// SPDX-License-Identifier: MIT
// Texts and their numbers, in order of arrival.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace direct {

class LevelTable {
 public:
  std::optional<std::size_t> find(std::string_view text) const {
    const auto found = numbers_.find(text);
    return found == numbers_.end() ? std::nullopt : std::optional(found->second);
  }
  // Requires: find(text) is empty.
  std::size_t insert(std::string_view text) {
    const auto place = numbers_.emplace(text, texts_.size()).first;
    texts_.push_back(place->first);
    return place->second;
  }
  const std::vector<std::string>& texts() const { return texts_; }
  std::size_t size() const { return texts_.size(); }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>> numbers_;
  std::vector<std::string> texts_;
};

}  // namespace direct
