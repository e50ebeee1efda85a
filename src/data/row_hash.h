// SPDX-License-Identifier: MIT
// A seeded hash of what a row contains. Numbers enter without their exponents, so that a change of units by a power
// of two leaves the hash as it is; categories enter as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace direct {

class RowHash {
 public:
  explicit RowHash(std::uint64_t seed) : seed_(seed) {}

  void start() { size_ = 0; }
  void add_number(double value);
  void add_text(std::string_view text);
  void add_missing() { *more(1) = 'm'; }
  std::uint64_t value() const;

 private:
  void add(char kind, std::uint64_t bits);
  char* more(std::size_t num_bytes);  // at the end of what is hashed

  std::uint64_t seed_;
  std::vector<char> bytes_;  // the first size_ are those of the row
  std::size_t size_ = 0;
};

}  // namespace direct
