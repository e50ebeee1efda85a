// SPDX-License-Identifier: MIT
// What a long call says besides its result.
#pragma once

#include <string>
#include <vector>

namespace direct {

struct Seconds {
  double read = 0.0, features = 0.0, statistics = 0.0, hyperparameters = 0.0, fit = 0.0, total = 0.0;

  void operator+=(const Seconds& other);
};

struct Report {
  std::vector<std::string> notes;  // one line each
  Seconds seconds;

  void add(const Report& other);        // its notes after these
  void add_first(const Report& other);  // before these
};

}  // namespace direct
