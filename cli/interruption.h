// SPDX-License-Identifier: MIT
// Ctrl-C asks the running command to stop and clean up; a second one kills it.
#pragma once

namespace direct {

// SIGINT and SIGTERM, from now on; before that they simply end the program. A signal that the parent process
// ignores stays ignored.
void catch_interrupts();
bool interrupted() noexcept;
void stop_if_interrupted();  // Throws Interrupted.

}  // namespace direct
