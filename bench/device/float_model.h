/* SPDX-License-Identifier: MIT
 * What exports are compared with: the straightforward way, in float32. Fourier features by cosf and sinf, all weights
 * of all draws one after the other, mean and deviations. Its tables are random: they do not change what it takes.
 */
#ifndef FLOAT_MODEL_H
#define FLOAT_MODEL_H

#include <math.h>
#include <stdint.h>

#include "float_tables.h"

#define FLOATS_NUM_INPUTS NUM_INPUTS

typedef struct {
  float mean, std_model, std_total;
} floats_result;

static __attribute__((noinline)) void floats_predict(const int16_t x[NUM_INPUTS], floats_result* out) {
  float features[NUM_FEATURES], sums[NUM_DRAWS], mean = 0.0f, squares = 0.0f;
  uint16_t j, i, s;
  for (j = 0; j < NUM_FEATURES; j += 2) {
    float phase = 0.0f;
    for (i = 0; i < NUM_INPUTS; ++i) phase += frequencies[j / 2 * NUM_INPUTS + i] * ((float)x[i] * (1.0f / 8192.0f));
    features[j] = cosf(phase);
    features[j + 1] = sinf(phase);
  }
  for (s = 0; s < NUM_DRAWS; ++s) {
    sums[s] = 0.0f;
    for (j = 0; j < NUM_FEATURES; ++j) sums[s] += weights[s * NUM_FEATURES + j] * features[j];
    mean += sums[s] * (1.0f / NUM_DRAWS);
  }
  for (s = 0; s < NUM_DRAWS; ++s) squares += (sums[s] - mean) * (sums[s] - mean);
  out->mean = mean;
  out->std_model = sqrtf(squares * (1.0f / NUM_DRAWS));
  out->std_total = sqrtf(squares * (1.0f / NUM_DRAWS) + 0.01f);
}

static __attribute__((unused)) uint8_t floats_selftest(void) { return 0; }

#endif
