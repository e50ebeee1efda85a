/* SPDX-License-Identifier: MIT
 * Instructions, by the counter of retired ones, which `qemu-system-riscv32 -icount shift=0` makes exact.
 */
#include "../board.h"

extern uint8_t bss_end[]; /* of link.ld */

const char board_unit[] = "instructions";

uint8_t *board_stack_limit(void) { return bss_end; }

static uint32_t retired(void) {
  uint32_t count;
  __asm__ volatile("csrr %0, minstret" : "=r"(count));
  return count;
}

uint32_t board_cost(void (*call)(void)) {
  const uint32_t begin = retired();
  call();
  return retired() - begin;
}
