// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>

#include <tbb/global_control.h>
#include <tbb/info.h>

namespace direct {

// While it lives, calls of the library that take no number of threads use at most so many: 0 means all cores, and there
// are never more than cores.
class ThreadLimit {
 public:
  explicit ThreadLimit(int threads) : control_(tbb::global_control::max_allowed_parallelism, limit(threads)) {}

 private:
  static std::size_t limit(int threads) {
    const int cores = tbb::info::default_concurrency();
    return static_cast<std::size_t>(threads > 0 ? std::min(threads, cores) : cores);
  }

  tbb::global_control control_;
};

}  // namespace direct
