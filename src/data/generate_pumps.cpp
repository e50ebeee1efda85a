// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "data/generator.h"
#include "data/pumps.h"

namespace direct {

double failure_logit(const Pump& p) {
  return -1.5 + 1.4 * p.wear() + 1.6 * p.load * p.heat() + 0.7 * std::sin(3.0 * p.vibration) + p.dust;
}
double log_alarms_per_hour(const Pump& p) { return -5.2 + 0.8 * p.load * p.vibration + 0.5 * p.heat() + p.dust; }
double log_repair_minutes(const Pump& p) { return 3.2 + 0.5 * p.wear() + 0.6 * p.vibration * p.load; }

namespace {

// The least count whose cumulative probability reaches `probability`.
int poisson_quantile(double mean, double probability) {
  double term = std::exp(-mean), sum = term;
  int count = 0;
  for (; sum < probability && count < 10000; sum += term) term *= mean / ++count;
  return count;
}

// Of mean 1: a sum of exponential times.
double gamma_number(RowRandom& random) {
  double sum = 0.0;
  for (double i = 0.0; i < repair_shape; ++i) sum -= std::log(random.between(0.0, 1.0));
  return sum / repair_shape;
}

// A year of a pump: whether it failed, its alarms in some hours, and the minutes of a repair.
void append_pumps_row(std::uint64_t seed, std::size_t row, std::string& text) {
  RowRandom random(seed, row);
  Pump pump{.load = random.between(0.2, 1.0),
            .temperature_c = random.between(20.0, 80.0),
            .vibration = random.between(0.0, 2.0),
            .age_years = random.between(0.0, 15.0),
            .dust = 0.0};
  const auto site_number = random.between(0.0, static_cast<double>(std::size(pump_sites)));
  const PumpSite& site = pump_sites[static_cast<std::size_t>(site_number)];
  pump.dust = site.dust;
  const double hours = std::round(random.between(50.0, 1000.0));
  const bool failed = random.between(0.0, 1.0) < 1.0 / (1.0 + std::exp(-failure_logit(pump)));
  const int alarms = poisson_quantile(hours * std::exp(log_alarms_per_hour(pump)), random.between(0.0, 1.0));
  const double minutes = std::exp(log_repair_minutes(pump)) * gamma_number(random);
  fmt::format_to(std::back_inserter(text), "{:.3f},{:.1f},{:.3f},{:.1f},{},{:.0f},{},{},{:.2f}\n", pump.load,
                 pump.temperature_c, pump.vibration, pump.age_years, site.name, hours, failed ? "yes" : "no", alarms,
                 std::max(minutes, 0.01));
}

}  // namespace

const Generator pumps_generator = {
    .kind = "pumps",
    .header = "load,temperature,vibration,age_years,site,hours,failed,alarms,repair_minutes\n",
    .append_row = append_pumps_row,
};

}  // namespace direct
