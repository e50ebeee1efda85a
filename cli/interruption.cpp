// SPDX-License-Identifier: MIT
#include "interruption.h"

#include <csignal>

#include <direct/error.h>

namespace direct {
namespace {

volatile std::sig_atomic_t interrupt_requested = 0;

void request_interrupt(int) { interrupt_requested = 1; }

void catch_signal(int number) {
  struct sigaction action = {};
  sigaction(number, nullptr, &action);
  if (action.sa_handler != SIG_DFL) return;
  action.sa_handler = request_interrupt;
  action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
  sigaction(number, &action, nullptr);
}

}  // namespace

void catch_interrupts() {
  catch_signal(SIGINT);
  catch_signal(SIGTERM);
  catch_signal(SIGHUP);
}

bool interrupted() noexcept { return interrupt_requested != 0; }

void stop_if_interrupted() {
  if (interrupted()) throw Interrupted();
}

}  // namespace direct
