/* SPDX-License-Identifier: MIT
 * What a header says of rows, as `direct predict --integer --raw` prints it. Its own output is its input: the codes of
 * a line are read, and what follows them is computed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exported.h"

static void print_line(const int16_t *x) {
  int32_t draws[EXPORTED_CONSTANT(NUM_DRAWS)];
  EXPORTED(result) result;
  EXPORTED(predict)(x, &result);
  EXPORTED(draws)(x, draws);
  for (int j = 0; j < EXPORTED_CONSTANT(NUM_INPUTS); ++j) printf("%d,", x[j]);
  printf("%ld,%lu,%lu,%d", (long)result.mean, (unsigned long)result.std_model, (unsigned long)result.std_total,
         result.flags);
  for (int s = 0; s < EXPORTED_CONSTANT(NUM_DRAWS); ++s) printf(",%ld", (long)draws[s]);
  printf("\n");
}

int main(void) {
  static char line[1 << 16];
  if (fgets(line, sizeof line, stdin) == NULL) return 1;
  fputs(line, stdout); /* the names of the columns */
  while (fgets(line, sizeof line, stdin) != NULL) {
    int16_t x[EXPORTED_CONSTANT(NUM_INPUTS)];
    char *cell = line;
    for (int j = 0; j < EXPORTED_CONSTANT(NUM_INPUTS); ++j, ++cell) x[j] = (int16_t)strtol(cell, &cell, 10);
    print_line(x);
  }
  return 0;
}
