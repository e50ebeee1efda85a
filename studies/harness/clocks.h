// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <ctime>

namespace study {

// Seconds by the wall, and seconds of all threads of this process: the latter hardly depend on what else the machine
// does.
struct Elapsed {
  double wall = 0.0, cpu = 0.0;
};

class Clocks {
 public:
  Elapsed elapsed() const { return {std::chrono::duration<double>(Wall::now() - wall_).count(), cpu_seconds() - cpu_}; }

 private:
  using Wall = std::chrono::steady_clock;

  static double cpu_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }

  Wall::time_point wall_ = Wall::now();
  double cpu_ = cpu_seconds();
};

}  // namespace study
