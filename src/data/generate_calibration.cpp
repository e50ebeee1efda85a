// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "data/generator.h"

namespace direct {
namespace {

constexpr double calibration_noise_ppm = 1.0;  // of the reference instrument

double adc_counts(double share_of_range) { return std::clamp(std::round(4095.0 * share_of_range), 0.0, 4095.0); }

// An infrared gas sensor in a calibration chamber. The gas absorbs light on its way to one detector and none on its way
// to the other; lamp and supply act on both. A 12-bit converter reads the detectors; a reference instrument knows the
// gas.
void append_calibration_row(std::uint64_t seed, std::size_t row, std::string& text) {
  RowRandom random(seed, row);
  const double gas_ppm = random.between(0.0, 400.0);
  const double lamp = random.between(0.8, 1.0);
  const double temperature = std::round(random.between(-10.0, 50.0) * 100.0) / 100.0;
  const double humidity = std::round(random.between(10.0, 90.0) * 10.0) / 10.0;
  const double pressure = std::round(random.between(900.0, 1050.0) * 10.0) / 10.0;
  const double supply = std::round(random.normal(3.3, 0.03) * 1000.0) / 1000.0;
  const double density = pressure / 1013.0 * 293.0 / (273.0 + temperature);
  const double absorbed = 0.4 * (1.0 - std::exp(-gas_ppm * density / 500.0)) + 2e-4 * humidity;
  const double light = 0.9 * lamp * (1.0 + 0.3 * (supply - 3.3));
  const double drift = 1.0 + 5e-4 * (temperature - 20.0);
  const double active = adc_counts(light * (1.0 - absorbed) * drift);
  const double reference = adc_counts(light);
  fmt::format_to(std::back_inserter(text), "{:.0f},{:.0f},{:.2f},{:.1f},{:.1f},{:.3f},{:.3f}\n", active, reference,
                 temperature, humidity, pressure, supply, gas_ppm + random.normal(0.0, calibration_noise_ppm));
}

}  // namespace

const Generator calibration_generator = {
    .kind = "calibration",
    .header = "active_counts,reference_counts,temperature,humidity,pressure,supply,gas_ppm\n",
    .append_row = append_calibration_row,
};

}  // namespace direct
