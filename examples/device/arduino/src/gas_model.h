// SPDX-License-Identifier: MIT
// Names for the inputs of gas.h, which is not in the repository; in this folder's parent:
//
//   direct generate sensor --rows 2000 --seed 1 -o train.csv
//   direct fit train.csv --target gas_ppm --num-features 128 --levels 3 -o gas.direct
//   direct export gas.direct --name gas -o src/gas.h
#pragma once

#define GAS_FLOAT
#include "gas.h"

enum GasSite { GAS_HARBOUR, GAS_PARK, GAS_TUNNEL };

struct GasMeasurement {
  float temperature;
  float humidity;
  float voltage;
  float airflow;
  float age_days;
  GasSite site;
};

struct GasPrediction {
  float ppm;
  float std;           // of the next measurement
  float lower, upper;  // which holds it 9 times out of 10
  bool out_of_range;   // of what the model was trained on
};

inline GasPrediction predict_gas(const GasMeasurement& measurement) {
  const float inputs[GAS_NUM_INPUTS] = {measurement.temperature,
                                        measurement.humidity,
                                        measurement.voltage,
                                        measurement.airflow,
                                        measurement.age_days,
                                        measurement.site == GAS_HARBOUR ? 1.0f : 0.0f,
                                        measurement.site == GAS_PARK ? 1.0f : 0.0f,
                                        measurement.site == GAS_TUNNEL ? 1.0f : 0.0f};
  int16_t x[GAS_NUM_INPUTS];
  gas_result result;
  int32_t lower, upper;
  for (uint16_t j = 0; j < GAS_NUM_INPUTS; ++j) x[j] = gas_quantise_float(j, inputs[j]);
  gas_predict(x, &result);
  gas_interval(&result, &lower, &upper);
  return {gas_value(result.mean), gas_value(static_cast<int32_t>(result.std_total)), gas_value(lower), gas_value(upper),
          (result.flags & GAS_SATURATED) != 0};
}
