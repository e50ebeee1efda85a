/* SPDX-License-Identifier: MIT
 * All that a header offers, so that a compiler keeps and sees all of it.
 */
#include "exported.h"

uint8_t every_function(const int16_t *x, int32_t *numbers);
uint8_t every_function(const int16_t *x, int32_t *numbers) {
  EXPORTED(result) result;
  EXPORTED(predict)(x, &result);
  EXPORTED(interval)(&result, numbers, numbers + 1);
  EXPORTED(draws)(x, numbers + 2);
  numbers[0] += EXPORTED(quantile)(numbers + 2, 6554u);
  numbers[0] += EXPORTED(quantise)(0, numbers[1]);
  return (uint8_t)(EXPORTED(selftest)() | (result.flags & EXPORTED_CONSTANT(SATURATED)));
}

#if defined(WITH_FLOAT)
float with_float(float input);
float with_float(float input) { return EXPORTED(value)(EXPORTED(quantise_float)(0, input)); }
#endif
