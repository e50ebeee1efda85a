// SPDX-License-Identifier: MIT
// The truth behind the synthetic set "pumps". Whether a pump fails in a year is a class, its alarms in some hours are a
// count, and the minutes of a repair are positive; each is a function of the inputs, of which the sites are
// "clean", "dusty" and "humid", and z of it is below.
#pragma once

namespace direct {

struct Pump {
  double load, temperature_c, vibration, age_years;
  double dust;  // of its site

  double heat() const { return (temperature_c - 50.0) / 20.0; }
  double wear() const { return age_years / 10.0; }
};

struct PumpSite {
  const char* name;
  double dust;
};
inline constexpr PumpSite pump_sites[] = {{"clean", -0.4}, {"dusty", 0.6}, {"humid", 0.1}};
inline constexpr double repair_shape = 4.0;  // one over the dispersion

double failure_logit(const Pump& pump);
double log_alarms_per_hour(const Pump& pump);
double log_repair_minutes(const Pump& pump);

}  // namespace direct
