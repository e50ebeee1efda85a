// SPDX-License-Identifier: MIT
// Loops over independent pieces. What a piece computes never depends on the number of threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

#include <tbb/blocked_range.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "algebra/blas.h"

namespace direct {

template <typename Body>
void parallel_for(std::size_t count, const Body& body) {
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, count, 1),
      [&](const tbb::blocked_range<std::size_t>& range) {
        for (std::size_t i = range.begin(); i != range.end(); ++i) body(i);
      },
      tbb::simple_partitioner());
}

// Runs `body` with at most `threads` threads (0: all cores; never more than there are) and with BLAS calls that use one
// thread each.
// Every public entry point goes through here once.
template <typename Body>
auto with_threads(int threads, Body&& body) {
  use_single_threaded_blas();
  const int cores = tbb::info::default_concurrency();
  tbb::task_arena arena(threads > 0 ? std::min(threads, cores) : cores);
  return arena.execute(std::forward<Body>(body));
}

}  // namespace direct
