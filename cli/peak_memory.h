// SPDX-License-Identifier: MIT
#pragma once

namespace direct {

long peak_memory_bytes();  // of this process so far

}  // namespace direct
