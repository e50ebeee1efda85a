/* SPDX-License-Identifier: MIT
 * Prints checksums of all that a model says of pseudo-random inputs, some of them at the ends of their range: one for
 * every 100 rows. The draws, quantiles and intervals are those of every 16th row.
 */
#include "board.h"
#include "exported.h"

#if !defined(NUM_ROWS)
#define NUM_ROWS 1000u
#endif

static uint32_t state = 1, checksum = 2166136261u;

static void add(uint32_t word) { checksum = (checksum ^ word) * 16777619u; }

static uint16_t random_bits(void) {
  state = state * 1664525u + 1013904223u;
  return (uint16_t)(state >> 16);
}

static int16_t random_code(uint16_t row) {
  static const int16_t ends[4] = {-32767 - 1, -32767, 0, 32767};
  const uint16_t bits = random_bits();
  return row % 8u == 7u ? ends[bits >> 14] : (int16_t)bits;
}

static void add_prediction(const int16_t *x, EXPORTED(result) * result) {
  EXPORTED(predict)(x, result);
  add((uint32_t)result->mean);
  add(result->std_model);
  add(result->std_total);
  add(result->flags);
}

static void add_distribution(const int16_t *x, const EXPORTED(result) * result) {
  int32_t draws[EXPORTED_CONSTANT(NUM_DRAWS)];
  int32_t lower, upper;
  uint8_t s;
  EXPORTED(draws)(x, draws);
  for (s = 0; s < EXPORTED_CONSTANT(NUM_DRAWS); ++s) add((uint32_t)draws[s]);
  add((uint32_t)EXPORTED(quantile)(draws, random_bits()));
  EXPORTED(interval)(result, &lower, &upper);
  add((uint32_t)lower);
  add((uint32_t)upper);
}

static void add_readings(uint32_t reading) {
  uint16_t j;
  for (j = 0; j < EXPORTED_CONSTANT(NUM_INPUTS); ++j) add((uint32_t)EXPORTED(quantise)(j, (int32_t)reading));
}

static void print_checksum(void) {
  char digits[10];
  uint8_t at;
  for (at = 0; at < 8u; ++at) digits[at] = "0123456789abcdef"[checksum >> (28u - 4u * at) & 15u];
  digits[8] = '\n';
  digits[9] = '\0';
  board_print(digits);
}

int main(void) {
  int16_t x[EXPORTED_CONSTANT(NUM_INPUTS)];
  uint16_t row, j;
  if (EXPORTED(selftest)() != 0u) {
    board_print("the self-test fails\n");
    board_stop(1);
  }
  for (row = 0; row < NUM_ROWS; ++row) {
    EXPORTED(result) result;
    for (j = 0; j < EXPORTED_CONSTANT(NUM_INPUTS); ++j) x[j] = random_code(row);
    add_prediction(x, &result);
    if (row % 16u == 15u) {
      add_distribution(x, &result);
      add_readings(state >> (state & 15u));
    }
    if (row % 100u == 99u) print_checksum();
  }
  board_stop(0);
  return 0;
}
