// SPDX-License-Identifier: MIT
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "data/generator.h"

namespace direct {
namespace {

constexpr double battery_noise_percent = 0.5;

double decimals(double value, double one_over_unit) { return std::round(value * one_over_unit) / one_over_unit; }

struct BatteryUse {
  double cycles, age_days, temperature_c, depth, charge_rate, discharge_rate, storage_level;
};

BatteryUse random_use(RowRandom& random) {
  return {.cycles = std::floor(random.between(0.0, 1500.0)),
          .age_days = std::floor(random.between(0.0, 1800.0)),
          .temperature_c = decimals(random.between(5.0, 45.0), 10.0),
          .depth = decimals(random.between(0.3, 1.0), 1e3),
          .charge_rate = decimals(random.between(0.2, 1.5), 1e3),
          .discharge_rate = decimals(random.between(0.2, 2.0), 1e3),
          .storage_level = decimals(random.between(0.2, 1.0), 1e3)};
}

// Cycles wear a cell, the more the deeper and faster they are; the calendar does, the more the warmer and fuller it is.
double state_of_health(const BatteryUse& use, double quality) {
  const double heat = std::exp((use.temperature_c - 25.0) / 25.0);
  const double stress = std::pow(use.depth, 1.3) * (0.6 + 0.4 * use.charge_rate) * (0.8 + 0.2 * use.discharge_rate);
  const double cycling = 9.0 * std::pow(use.cycles / 1000.0, 0.9) * stress * (0.7 + 0.3 * heat);
  const double calendar = 6.0 * std::sqrt(use.age_days / 1000.0) * heat * (0.5 + 0.5 * use.storage_level);
  return 100.0 + quality - cycling - calendar;
}

// A lithium cell on the test bench: how it was used, and five measurements that know of the cell what its use does not.
void append_battery_row(std::uint64_t seed, std::size_t row, std::string& text) {
  RowRandom random(seed, row);
  const BatteryUse use = random_use(random);
  const double health = state_of_health(use, random.normal(0.0, 1.5));
  const double bench_c = decimals(random.between(18.0, 32.0), 10.0);
  const double resistance = 25.0 * std::pow(100.0 / health, 2) * std::exp(-0.012 * (bench_c - 25.0));
  const double warming = 0.004 * resistance * resistance / 25.0 * (1.0 + use.discharge_rate);
  const double voltage = 3700.0 - 2.2 * (100.0 - health) + 0.8 * (bench_c - 25.0);
  const double charged = 31.0 * health * (1.0 - 0.002 * (resistance - 25.0));
  const double measured[] = {random.normal(resistance, 0.4), random.normal(warming, 0.01), random.normal(voltage, 3.0),
                             random.normal(charged, 30.0), random.normal(health, battery_noise_percent)};
  fmt::format_to(std::back_inserter(text),
                 "{:.0f},{:.0f},{:.1f},{:.3f},{:.3f},{:.3f},{:.3f},{:.1f},{:.2f},{:.3f},{:.0f},{:.0f},{:.3f}\n",
                 use.cycles, use.age_days, use.temperature_c, use.depth, use.charge_rate, use.discharge_rate,
                 use.storage_level, bench_c, measured[0], measured[1], measured[2], measured[3], measured[4]);
}

}  // namespace

const Generator battery_generator = {
    .kind = "battery",
    .header =
        "cycles,age_days,temperature,depth,charge_rate,discharge_rate,storage_level,bench_temperature,resistance,"
        "warming,voltage,charged,state_of_health\n",
    .append_row = append_battery_row,
};

}  // namespace direct
