/* SPDX-License-Identifier: MIT
 * Start-up of a bare RV32 as `qemu-system-riscv32 -M virt -bios none` has it: text by its serial port, exit status by
 * its test device.
 */
#include "../board.h"

/* Of link.ld, which puts `start` where the chip begins. */
extern uint32_t bss_begin[], bss_end[];

int main(void);
void reset(void);

enum { PASSED = 0x5555, FAILED = 0x3333 };

__asm__(
    ".section .start, \"ax\"\n"
    ".globl start\n"
    "start:\n"
    "  la sp, stack_top\n"
    "  j reset\n"
    ".text\n");

void board_print(const char *text) {
  for (; *text != '\0'; ++text) *(volatile uint8_t *)0x10000000u = (uint8_t)*text;
}

void board_stop(int status) {
  *(volatile uint32_t *)0x100000u = status == 0 ? (uint32_t)PASSED : (uint32_t)status << 16 | FAILED;
  for (;;) {
  }
}

void reset(void) {
  uint32_t *to;
  for (to = bss_begin; to < bss_end; ++to) *to = 0;
  board_stop(main());
}
