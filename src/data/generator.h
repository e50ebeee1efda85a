// SPDX-License-Identifier: MIT
// What a synthetic data set is: a line of names, and rows that depend on the seed and their own number only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "algebra/random.h"

namespace direct {

struct Generator {
  std::string_view kind;
  std::string_view header;  // with its line end
  void (*append_row)(std::uint64_t seed, std::size_t row, std::string& text);
};

extern const Generator sensor_generator;
extern const Generator electric_generator;
extern const Generator pumps_generator;
extern const Generator calibration_generator;
extern const Generator battery_generator;

// The random numbers of one row. Each has an index of its own, so a row does not depend on the others.
class RowRandom {
 public:
  RowRandom(std::uint64_t seed, std::size_t row) : seed_(seed), next_(row * numbers_per_row) {}
  double between(double low, double high) {
    return low + (high - low) * random_uniform(seed_, RandomStream::generator, next_++);
  }
  double normal(double mean, double deviation) {
    return mean + deviation * random_normal(seed_, RandomStream::generator, next_++);
  }

 private:
  static constexpr std::uint64_t numbers_per_row = 16;
  std::uint64_t seed_;
  std::uint64_t next_;
};

}  // namespace direct
