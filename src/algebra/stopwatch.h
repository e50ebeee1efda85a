// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

namespace direct {

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  // Seconds since the last lap.
  double lap() {
    const auto now = Clock::now();
    const double elapsed = std::chrono::duration<double>(now - lap_).count();
    lap_ = now;
    return elapsed;
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
  Clock::time_point lap_ = start_;
};

}  // namespace direct
