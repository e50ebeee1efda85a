// SPDX-License-Identifier: MIT
// A seeded hash of what a row contains. Numbers enter without their exponents, so that a change of units by a power
// of two leaves the hash as it is; categories enter as text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace direct {

class RowHash {
 public:
  explicit RowHash(std::uint64_t seed) : seed_(seed) {}

  void start() { bytes_.clear(); }
  void add_number(double value);
  void add_text(std::string_view text);
  void add_missing() { bytes_ += 'm'; }
  std::uint64_t value() const;

 private:
  void add_bits(std::uint64_t bits);

  std::uint64_t seed_;
  std::string bytes_;
};

}  // namespace direct
