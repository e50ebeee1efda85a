// SPDX-License-Identifier: MIT
#include "data/electric.h"

#include <cmath>
#include <iterator>
#include <numbers>

#include <fmt/format.h>

#include "data/generator.h"

namespace direct {
namespace {

double cos_of_turns(double turns) { return std::cos(2.0 * std::numbers::pi * turns); }

double summer(double day_of_year) { return cos_of_turns((day_of_year - 200.0) / 365.0); }

double rush_hour(double minute_of_day, double peak) {
  return std::exp(2.0 * cos_of_turns((minute_of_day - peak) / 1440.0) - 2.0);
}

double softplus(double x) { return std::log1p(std::exp(x)); }

// Exactly the number that is printed with so many decimals; never -0.
double rounded_to_unit(double value, double one_over_unit) {
  return std::round(value * one_over_unit) / one_over_unit + 0.0;
}

// Meters show little most of the time.
double mostly_low(RowRandom& random, double most) {
  const double u = random.between(0.0, 1.0);
  return most * u * u;
}

ElectricInputs random_inputs(RowRandom& random) {
  ElectricInputs inputs{};
  inputs.minute_of_day = std::floor(random.between(0.0, 1440.0));
  inputs.day_of_year = 1.0 + std::floor(random.between(0.0, 365.0));
  const double climate =
      12.0 + 9.0 * summer(inputs.day_of_year) + 4.0 * cos_of_turns((inputs.minute_of_day - 900.0) / 1440.0);
  inputs.temperature_c = rounded_to_unit(random.normal(climate, 3.0), 1e3);
  inputs.wind_m_s = rounded_to_unit(mostly_low(random, 12.0), 1e3);
  inputs.occupancy = rounded_to_unit(random.between(0.0, 5.0), 1e2);
  inputs.voltage = rounded_to_unit(random.normal(240.0, 2.5), 1e3);
  inputs.intensity_a = rounded_to_unit(mostly_low(random, 12.0), 1e4);
  inputs.reactive_kvar = rounded_to_unit(random.between(0.0, 0.5), 1e4);
  inputs.kitchen_wh = rounded_to_unit(mostly_low(random, 40.0), 1e4);
  inputs.laundry_wh = rounded_to_unit(mostly_low(random, 40.0), 1e4);
  inputs.boiler_wh = rounded_to_unit(mostly_low(random, 30.0), 1e4);
  return inputs;
}

void append_electric_row(std::uint64_t seed, std::size_t row, std::string& text) {
  RowRandom random(seed, row);
  const ElectricInputs x = random_inputs(random);
  const double power = random.normal(electric_power_kw(x), electric_noise_kw);
  fmt::format_to(std::back_inserter(text),
                 "{:.0f},{:.0f},{:.3f},{:.3f},{:.2f},{:.3f},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{:.5f}\n",
                 x.minute_of_day, x.day_of_year, x.temperature_c, x.wind_m_s, x.occupancy, x.voltage, x.intensity_a,
                 x.reactive_kvar, x.kitchen_wh, x.laundry_wh, x.boiler_wh, power);
}

}  // namespace

double electric_power_kw(const ElectricInputs& x) {
  const double hours = 0.04 + 0.10 * rush_hour(x.minute_of_day, 450.0) +
                       0.16 * rush_hour(x.minute_of_day, 1170.0) * (1.0 - 0.4 * summer(x.day_of_year));
  const double heating = 0.60 * softplus((15.0 - x.temperature_c) / 4.0) * (1.0 + 0.06 * x.wind_m_s);
  const double cooling = 0.05 * x.occupancy * softplus((x.temperature_c - 24.0) / 3.0);
  const double devices = x.voltage * x.intensity_a / 1000.0 / std::sqrt(1.0 + 4.0 * x.reactive_kvar * x.reactive_kvar);
  const double metered = 0.06 * (x.kitchen_wh + x.laundry_wh + x.boiler_wh) * std::pow(x.voltage / 240.0, 2);
  return x.occupancy * hours + heating + cooling + devices + metered;
}

const Generator electric_generator = {
    .kind = "electric",
    .header =
        "minute_of_day,day_of_year,temperature_c,wind_m_s,occupancy,voltage,intensity_a,reactive_kvar,"
        "kitchen_wh,laundry_wh,boiler_wh,power_kw\n",
    .append_row = append_electric_row,
};

}  // namespace direct
