/* SPDX-License-Identifier: MIT
 * Cycles by timer 1. It has 16 bits, so that a call is made twice: every cycle counts the first time, every 1024th the
 * second, which says how often the first wrapped.
 */
#include "../board.h"

#include <avr/io.h>

extern uint8_t __heap_start[]; /* of the linker: behind all variables */

const char board_unit[] = "cycles";

uint8_t *board_stack_limit(void) { return __heap_start; }

static uint16_t ticks(void (*call)(void), uint8_t clock) {
  uint16_t end;
  TCCR1A = 0;
  TCCR1B = 0;
  TCNT1 = 0;
  TIFR1 = 1u << TOV1;
  TCCR1B = clock;
  call();
  end = TCNT1;
  TCCR1B = 0;
  return end;
}

uint32_t board_cost(void (*call)(void)) {
  const uint16_t low = ticks(call, 1u << CS10);
  const uint16_t coarse = ticks(call, (1u << CS12) | (1u << CS10));
  uint32_t above;
  if ((TIFR1 & (1u << TOV1)) != 0u) return UINT32_MAX;
  above = ((uint32_t)coarse << 10) + 32768u - low;
  return (above & ~(uint32_t)0xFFFF) + low;
}
