/* SPDX-License-Identifier: MIT
 * What a board offers to the programs that measure and test an exported model. A board is a folder: start.c has the
 * first two, cost.c the others, link.ld says where memory is unless the compiler knows.
 */
#ifndef DIRECT_BOARD_H
#define DIRECT_BOARD_H

#include <stdint.h>

void board_print(const char* text);
void board_stop(int status); /* does not return */

extern const char board_unit[]; /* "instructions" or "cycles" */

/* What `call` takes, in that unit, with what it takes to call and to count; UINT32_MAX if that is too much to count.
 * May call it more than once. Requires: it takes the same each time. */
uint32_t board_cost(void (*call)(void));

uint8_t* board_stack_limit(void); /* the least address that a stack may grow to */
#if defined(__AVR__)
enum { BOARD_STACK_UNIT = 1 }; /* bytes that it grows by */
#elif defined(__riscv)
enum { BOARD_STACK_UNIT = 16 };
#else
enum { BOARD_STACK_UNIT = 8 };
#endif

/* The address that the stack has grown to. */
static inline uint8_t* board_stack(void) {
#if defined(__AVR__)
  return (uint8_t*)(*(volatile uint16_t*)0x5D + 1u); /* SP, whose byte is the next to be written */
#elif defined(__riscv)
  uint8_t* top;
  __asm__ volatile("mv %0, sp" : "=r"(top));
  return top;
#else
  uint8_t* top;
  __asm__ volatile("mov %0, sp" : "=r"(top));
  return top;
#endif
}

#endif
