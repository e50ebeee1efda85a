// SPDX-License-Identifier: MIT
#include "peak_memory.h"

#include <sys/resource.h>

namespace direct {

long peak_memory_bytes() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss * 1024;
}

}  // namespace direct
