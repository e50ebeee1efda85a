/* SPDX-License-Identifier: MIT
 * The least that a program takes of a model: prediction without draws, quantiser and self-test. For its size.
 */
#include "exported.h"

void predict(const int16_t *x, EXPORTED(result) * out);
void predict(const int16_t *x, EXPORTED(result) * out) { EXPORTED(predict)(x, out); }
