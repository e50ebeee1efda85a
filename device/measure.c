/* SPDX-License-Identifier: MIT
 * Runs the self-test of a model and prints what a prediction takes, without its call and return, on one line:
 *
 *   selftest 0 instructions 8422 stack 612
 *
 * It is the most that any of a few pseudo-random inputs takes. The exit status is 0 unless the self-test fails, or
 * memory or the counter does not suffice.
 */
#include "board.h"
#include "exported.h"

enum { NUM_ROWS = 8, PAINT = 0xA5, MARGIN = 32 };
enum { WRONG = 1, TOO_MUCH = 2 }; /* exit status */

typedef EXPORTED(result) result_type;
typedef void (*prediction)(const int16_t *x, result_type *out);

static int16_t inputs[EXPORTED_CONSTANT(NUM_INPUTS)];
static result_type result;
static uint8_t *stack_before;

/* Through pointers that may change, so that a compiler does not take the functions apart. */
static void nothing(const int16_t *x, result_type *out) {
  (void)x;
  (void)out;
}
static volatile prediction subject = EXPORTED(predict), nobody = nothing;

static void predict(void) {
  const prediction call = subject;
  stack_before = board_stack();
  call(inputs, &result);
  __asm__ volatile("" ::: "memory"); /* the call is not the last thing done, thus not a jump */
}

static void predict_nothing(void) {
  const prediction call = nobody;
  stack_before = board_stack();
  call(inputs, &result);
  __asm__ volatile("" ::: "memory");
}

/* --------------------------------------------------------------------------------------------- the most so far */

static void paint_stack(void) {
  uint8_t *const end = board_stack() - MARGIN;
  uint8_t *byte;
  for (byte = board_stack_limit(); byte < end; ++byte) *(volatile uint8_t *)byte = PAINT;
}

/* Bytes below where the stack was, down to the last that was written to. */
static uint16_t stack_used(void) {
  const uint8_t *byte = board_stack_limit();
  if (*(const volatile uint8_t *)byte != PAINT) board_stop(TOO_MUCH);
  while (byte < stack_before && *(const volatile uint8_t *)byte == PAINT) ++byte;
  return (uint16_t)((stack_before - byte + BOARD_STACK_UNIT - 1) / BOARD_STACK_UNIT * BOARD_STACK_UNIT);
}

static void add_stack(uint16_t *most) {
  uint16_t used;
  paint_stack();
  predict();
  used = stack_used();
  if (used > *most) *most = used;
}

static void add_cost(uint32_t *most) {
  const uint32_t without = board_cost(predict_nothing), with = board_cost(predict);
  if (with == UINT32_MAX) board_stop(TOO_MUCH);
  if (with - without > *most) *most = with - without;
}

/* --------------------------------------------------------------------------------------------------------- inputs */

static void next_inputs(void) {
  static uint32_t state = 1;
  uint16_t j;
  for (j = 0; j < EXPORTED_CONSTANT(NUM_INPUTS); ++j) {
    state = state * 1664525u + 1013904223u;
    inputs[j] = (int16_t)(uint16_t)(state >> 16);
  }
}

/* -------------------------------------------------------------------------------------------------------- the line */

static void print_number(const char *name, uint32_t value) {
  char digits[12];
  uint8_t at = sizeof digits - 1u;
  digits[at] = '\0';
  do {
    --at;
    digits[at] = (char)('0' + (char)(value % 10u));
    value /= 10u;
  } while (value != 0u);
  board_print(name);
  board_print(" ");
  board_print(digits + at);
}

int main(void) {
  uint32_t cost = 0;
  uint16_t stack = 0;
  uint8_t row, wrong;
  for (row = 0; row < NUM_ROWS; ++row) {
    next_inputs();
    add_stack(&stack);
    add_cost(&cost);
  }
  wrong = EXPORTED(selftest)();
  print_number("selftest", wrong);
  board_print(" ");
  print_number(board_unit, cost);
  print_number(" stack", stack);
  board_print("\n");
  board_stop(wrong == 0u ? 0 : WRONG);
  return 0;
}
