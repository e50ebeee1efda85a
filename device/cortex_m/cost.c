/* SPDX-License-Identifier: MIT
 * Instructions, counted by SysTick under `qemu-system-arm -icount shift=8,align=off,sleep=off`, where every instruction
 * takes 256 ns. How many ticks that is depends on the board, and is found by a loop whose instructions are known.
 */
#include "../board.h"

#define SYSTICK ((volatile uint32_t *)0xE000E010u)
enum { CONTROL, RELOAD, CURRENT };
enum { ENABLED = 5, LONG_LOOP = 1 << 19 };
static const uint32_t wrapped = (uint32_t)1 << 16, largest = 0xFFFFFF;

extern uint8_t bss_end[]; /* of link.ld */

const char board_unit[] = "instructions";

uint8_t *board_stack_limit(void) { return bss_end; }

/* Ticks of 24 bits; UINT32_MAX: there were more. */
static uint32_t ticks(void (*call)(void)) {
  uint32_t begin, end;
  SYSTICK[RELOAD] = largest;
  SYSTICK[CURRENT] = 0;
  SYSTICK[CONTROL] = ENABLED;
  while (SYSTICK[CURRENT] == 0u) {
  }
  (void)SYSTICK[CONTROL]; /* forgets that it wrapped */
  begin = SYSTICK[CURRENT];
  call();
  end = SYSTICK[CURRENT];
  return (SYSTICK[CONTROL] & wrapped) != 0u ? UINT32_MAX : begin - end;
}

/* Two instructions each time. */
static void loop(uint32_t times) {
  __asm__ volatile(
      ".syntax unified\n"
      "1: subs %0, %0, #1\n"
      "bne 1b"
      : "+l"(times)
      :
      : "cc");
}
static void short_loop(void) { loop(1); }
static void long_loop(void) { loop(1u + LONG_LOOP); }

uint32_t board_cost(void (*call)(void)) {
  const uint32_t ticks_of_long = ticks(long_loop), ticks_of_loop = ticks_of_long - ticks(short_loop);
  const uint32_t counted = ticks(call);
  if (ticks_of_long == UINT32_MAX || counted == UINT32_MAX) return UINT32_MAX;
  return (uint32_t)(((uint64_t)counted * (2u * LONG_LOOP) + ticks_of_loop / 2u) / ticks_of_loop);
}
