// SPDX-License-Identifier: MIT
// Any number of threads, also more than there are cores.
#pragma once

#include <algorithm>

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>

namespace direct::oracle {

template <typename Body>
auto on_threads(int threads, const Body& body) {
  const auto most = static_cast<std::size_t>(std::max(threads, tbb::info::default_concurrency()));
  const tbb::global_control control(tbb::global_control::max_allowed_parallelism, most);
  tbb::task_arena arena(threads);
  return arena.execute(body);
}

}  // namespace direct::oracle
