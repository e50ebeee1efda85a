// SPDX-License-Identifier: MIT
// Every second: what the sensors say, and how much gas that means, with its uncertainty.
#include <gas_model.h>

const float volts = 5.0f / 1023.0f;

GasMeasurement measurement() {
  GasMeasurement now;
  now.temperature = analogRead(A0) * volts * 20.0f - 30.0f;
  now.humidity = analogRead(A1) * volts * 20.0f;
  now.voltage = analogRead(A2) * volts;
  now.airflow = analogRead(A3) * volts;
  now.age_days = 200.0f;
  now.site = GAS_PARK;
  return now;
}

void setup() {
  Serial.begin(9600);
  Serial.println(gas_selftest() == 0 ? "ready" : "this chip does not compute what the host computed");
}

void loop() {
  const GasPrediction gas = predict_gas(measurement());
  Serial.print(gas.ppm, 3);
  Serial.print(" ppm, std ");
  Serial.print(gas.std, 3);
  Serial.print(", probably ");
  Serial.print(gas.lower, 3);
  Serial.print(" to ");
  Serial.print(gas.upper, 3);
  Serial.println(gas.out_of_range ? ", out of range" : "");
  delay(1000);
}
