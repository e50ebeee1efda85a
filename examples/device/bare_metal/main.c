/* SPDX-License-Identifier: MIT
 * A gas sensor on a bare Cortex-M: readings in, gas and its uncertainty out, in integers only. `make run` trains the
 * model, exports it as gas.h, and runs this in an emulator.
 */
#include "board.h"
#include "gas.h"

enum { TEMPERATURE, HUMIDITY, VOLTAGE, AIRFLOW, AGE_DAYS, HARBOUR, PARK, TUNNEL };

static const int8_t input_bits[GAS_NUM_INPUTS] = GAS_INPUT_BITS;

/* Measurements in thousandths; the site is 1 in its column. */
static const int32_t measurements[][GAS_NUM_INPUTS] = {
    {12500, 71000, 3310, 1450, 420000, 0, 1000, 0},
    {24100, 38500, 3295, 2020, 33000, 1000, 0, 0},
    {-3200, 90400, 3402, 880, 801000, 0, 0, 1000},
};

/* round(thousandths / 1000 * 2^bits) */
static int32_t reading(int32_t thousandths, int8_t bits) {
  const int32_t units = bits < 0 ? (int32_t)1000 << -bits : 1000;
  const int32_t scaled = bits < 0 ? thousandths : thousandths * ((int32_t)1 << bits);
  return (scaled < 0 ? scaled - units / 2 : scaled + units / 2) / units;
}

/* A result as a decimal number. Requires: GAS_OUTPUT_BITS is from 0 to 20. */
static void print_value(const char *name, int32_t value) {
  const uint32_t size = value < 0 ? 0u - (uint32_t)value : (uint32_t)value;
  const uint32_t fraction = size & (((uint32_t)1 << GAS_OUTPUT_BITS) - 1u);
  uint32_t number = (size >> GAS_OUTPUT_BITS) * 1000u + (fraction * 1000u >> GAS_OUTPUT_BITS);
  char text[16];
  uint8_t at = sizeof text - 1u, digits = 0;
  text[at] = '\0';
  while (digits < 4u || number != 0u) {
    text[--at] = (char)('0' + (char)(number % 10u));
    number /= 10u;
    if (++digits == 3u) text[--at] = '.';
  }
  if (value < 0) text[--at] = '-';
  board_print(name);
  board_print(text + at);
}

static void print_prediction(const int32_t *measurement) {
  int16_t x[GAS_NUM_INPUTS];
  gas_result result;
  int32_t lower, upper;
  uint16_t j;
  for (j = 0; j < GAS_NUM_INPUTS; ++j) x[j] = gas_quantise(j, reading(measurement[j], input_bits[j]));
  gas_predict(x, &result);
  gas_interval(&result, &lower, &upper);
  print_value("gas ", result.mean);
  print_value(" ppm, std ", (int32_t)result.std_total);
  print_value(", probably ", lower);
  print_value(" to ", upper);
  board_print((result.flags & GAS_SATURATED) != 0u ? ", out of range\n" : "\n");
}

int main(void) {
  uint8_t row;
  if (gas_selftest() != 0u) {
    board_print("this chip does not compute what the host computed\n");
    return 1;
  }
  for (row = 0; row < sizeof measurements / sizeof measurements[0]; ++row) print_prediction(measurements[row]);
  return 0;
}
