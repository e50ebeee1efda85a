/* SPDX-License-Identifier: MIT
 * What exports are compared with: integers without any trick. A phase of 16 bits for each frequency, a table of
 * cosines, weights of 8 bits, zeros among them, one after the other; mean and deviations by sums of 64 bits.
 */
#ifndef INT8_MODEL_H
#define INT8_MODEL_H

#include <stdint.h>

#include "int8_tables.h"

#define BYTES_NUM_INPUTS NUM_INPUTS

typedef struct {
  int32_t mean;
  uint32_t std_model, std_total;
} bytes_result;

static __attribute__((noinline)) uint32_t bytes_root(uint64_t value) {
  uint64_t root = 0, bit = (uint64_t)1 << 46;
  while (bit > value) bit >>= 2;
  for (; bit != 0; bit >>= 2) {
    if (value >= root + bit) {
      value -= root + bit;
      root = (root >> 1) + bit;
    } else {
      root >>= 1;
    }
  }
  return (uint32_t)root;
}

static __attribute__((noinline)) void bytes_predict(const int16_t x[NUM_INPUTS], bytes_result* out) {
  int8_t features[NUM_FEATURES];
  int32_t sums[NUM_DRAWS];
  int64_t sum = 0, squares = 0;
  uint16_t j, i, s;
  for (j = 0; j < NUM_FEATURES; j = (uint16_t)(j + 2u)) {
    uint16_t phase = 0;
    for (i = 0; i < NUM_INPUTS; ++i)
      phase = (uint16_t)(phase + (uint32_t)frequencies[j / 2 * NUM_INPUTS + i] * (uint32_t)x[i]);
    features[j] = cosines[(phase >> 8) + 64];
    features[j + 1] = cosines[phase >> 8];
  }
  for (s = 0; s < NUM_DRAWS; ++s) {
    sums[s] = 0;
    for (j = 0; j < NUM_FEATURES; ++j) sums[s] += weights[s * NUM_FEATURES + j] * features[j];
    sum += sums[s];
  }
  for (s = 0; s < NUM_DRAWS; ++s) {
    const int64_t deviation = (int64_t)sums[s] * NUM_DRAWS - sum;
    squares += deviation * deviation;
  }
  out->mean = (int32_t)(sum / NUM_DRAWS);
  out->std_model = bytes_root((uint64_t)squares / NUM_DRAWS) / NUM_DRAWS;
  out->std_total = bytes_root((uint64_t)squares / NUM_DRAWS + 1000000u) / NUM_DRAWS;
}

static __attribute__((unused)) uint8_t bytes_selftest(void) { return 0; }

#endif
