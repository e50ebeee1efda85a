/* SPDX-License-Identifier: MIT
 * Start-up of a bare Cortex-M; text and exit status by semihosting, which an emulator or a debugger understands.
 */
#include "../board.h"

/* Of link.ld. */
extern uint32_t data_source[], data_begin[], data_end[], bss_begin[], bss_end[], stack_top[];

int main(void);
void reset(void);

enum { WRITE_TEXT = 0x04, EXIT_EXTENDED = 0x20, APPLICATION_EXIT = 0x20026, FAULT_STATUS = 99 };

static void semihosting(int operation, const void *argument) {
  register int r0 __asm__("r0") = operation;
  register const void *r1 __asm__("r1") = argument;
  __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

void board_print(const char *text) { semihosting(WRITE_TEXT, text); }

void board_stop(int status) {
  uint32_t block[2];
  block[0] = APPLICATION_EXIT;
  block[1] = (uint32_t)status;
  semihosting(EXIT_EXTENDED, block);
  for (;;) {
  }
}

void reset(void) {
  const uint32_t *from = data_source;
  uint32_t *to;
  for (to = data_begin; to < data_end; ++to, ++from) *to = *from;
  for (to = bss_begin; to < bss_end; ++to) *to = 0;
#if defined(__ARM_FP)
  *(volatile uint32_t *)0xE000ED88u |= (uint32_t)0xF << 20; /* CPACR: the floating-point unit may be used */
  __asm__ volatile("dsb\n\tisb");
#endif
  board_stop(main());
}

static void fault(void) {
  board_print("fault\n");
  board_stop(FAULT_STATUS);
}

typedef struct {
  uint32_t *stack;
  void (*handlers[15])(void);
} vector_table;

extern const vector_table vectors;
__attribute__((section(".vectors"), used)) const vector_table vectors = {
    stack_top, {reset, fault, fault, fault, fault, fault, 0, 0, 0, 0, fault, fault, 0, fault, fault}};
