// SPDX-License-Identifier: MIT
#include "interruption.h"

#include <csignal>

#include <direct/error.h>

namespace direct {
namespace {

volatile std::sig_atomic_t interrupt_requested = 0;

void request_interrupt(int) { interrupt_requested = 1; }

}  // namespace

void catch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = request_interrupt;
  action.sa_flags = SA_RESTART | SA_RESETHAND;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() noexcept { return interrupt_requested != 0; }

void stop_if_interrupted() {
  if (interrupted()) throw Interrupted();
}

}  // namespace direct
