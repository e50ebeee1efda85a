// SPDX-License-Identifier: MIT
// OpenBLAS gives other bits with other numbers of threads, so every call of ours uses one thread.
#pragma once

namespace direct {

// Sets OpenBLAS, process-wide, to one thread per call. It is not set back: another call may be running.
void use_single_threaded_blas();

}  // namespace direct
