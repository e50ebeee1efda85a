// SPDX-License-Identifier: MIT
// The truth behind the synthetic set "electric", in the shape of UCI's household power consumption (2,049,280 rows, 11
// inputs). The power that a household draws, in kW, is
//
//   occupancy (0.04 + 0.10 morning + 0.16 evening (1 - 0.4 summer))    people and their hours
//   + 0.60 softplus((15 - temperature) / 4) (1 + 0.06 wind)            heating
//   + 0.05 occupancy softplus((temperature - 24) / 3)                  cooling
//   + voltage intensity / 1000 / sqrt(1 + 4 reactive^2)                small devices
//   + 0.06 (kitchen + laundry + boiler) (voltage / 240)^2              three meters, in Wh per minute
//
// where morning = exp(2 cos(turns since 7:30) - 2), evening likewise since 19:30, and summer = cos(turns since day
// 200); it is a function of the inputs as they are printed. A measurement adds Gaussian noise, the same for every row.
#pragma once

namespace direct {

struct ElectricInputs {
  double minute_of_day, day_of_year, temperature_c, wind_m_s, occupancy, voltage, intensity_a, reactive_kvar;
  double kitchen_wh, laundry_wh, boiler_wh;
};

double electric_power_kw(const ElectricInputs& inputs);

inline constexpr double electric_noise_kw = 0.1;  // standard deviation

}  // namespace direct
