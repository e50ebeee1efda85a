// SPDX-License-Identifier: MIT
#include <direct/progress.h>

#include <direct/error.h>

namespace direct {

void report(const Progress& progress, const ProgressEvent& event) {
  if (progress && !progress(event)) throw Interrupted();
}

}  // namespace direct
