// SPDX-License-Identifier: MIT
// Ctrl-C asks the running command to stop and clean up; a second one kills it.
#pragma once

namespace direct {

void catch_interrupts();  // SIGINT and SIGTERM
bool interrupted() noexcept;
void stop_if_interrupted();  // Throws Interrupted.

}  // namespace direct
