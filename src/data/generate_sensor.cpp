// SPDX-License-Identifier: MIT
#include <cmath>
#include <iterator>
#include <numbers>

#include <fmt/format.h>

#include "data/generator.h"

namespace direct {
namespace {

struct Site {
  const char* name;
  double background_ppm;
  double traffic;  // how strongly still air lets gas pile up
};
constexpr Site sites[] = {{"harbour", 38.0, 0.6}, {"park", 25.0, 0.3}, {"tunnel", 55.0, 1.5}};
constexpr double noise_ppm = 2.0;

// A metal-oxide sensor: humidity and temperature act together, wind dilutes, the heater's voltage sets the gain, and
// the sensor drifts with age. Smooth, so that a good regression leaves only the noise.
void append_sensor_row(std::uint64_t seed, std::size_t row, std::string& text) {
  RowRandom random(seed, row);
  const double temperature = random.between(-5.0, 35.0);
  const double humidity = random.between(20.0, 95.0);
  const double voltage = random.normal(3.3, 0.05);
  const double airflow = random.between(0.1, 3.0);
  const double age_days = random.between(0.0, 1000.0);
  const Site& site = sites[static_cast<std::size_t>(random.between(0.0, static_cast<double>(std::size(sites))))];
  const double climate = 9.0 * std::sin(2.0 * std::numbers::pi * (temperature + 5.0) / 60.0) * (humidity / 50.0);
  const double piled_up = 30.0 * site.traffic * std::exp(-airflow);
  const double gain = 1.0 + 1.5 * (voltage - 3.3);
  const double drift = 8.0 * (1.0 - std::exp(-age_days / 300.0));
  const double gas_ppm = gain * (site.background_ppm + piled_up + climate) + drift + random.normal(0.0, noise_ppm);
  fmt::format_to(std::back_inserter(text), "{:.2f},{:.1f},{:.3f},{:.2f},{:.0f},{},{:.3f}\n", temperature, humidity,
                 voltage, airflow, age_days, site.name, gas_ppm);
}

}  // namespace

const Generator sensor_generator = {
    .kind = "sensor",
    .header = "temperature,humidity,voltage,airflow,age_days,site,gas_ppm\n",
    .append_row = append_sensor_row,
};

}  // namespace direct
