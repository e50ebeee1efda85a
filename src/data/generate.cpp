// SPDX-License-Identifier: MIT
#include <cmath>
#include <functional>
#include <iterator>
#include <numbers>
#include <ostream>

#include <fmt/format.h>

#include <direct/data.h>
#include <direct/error.h>

#include "algebra/random.h"
#include "data/atomic_file.h"
#include "data/text.h"

namespace direct {
namespace {

using TextSink = std::function<void(std::string_view)>;

// The random numbers of one row. Each has an index of its own, so a row does not depend on the others.
class RowRandom {
 public:
  RowRandom(std::uint64_t seed, std::size_t row) : seed_(seed), next_(row * numbers_per_row) {}
  double between(double low, double high) {
    return low + (high - low) * random_uniform(seed_, RandomStream::generator, next_++);
  }
  double normal(double mean, double deviation) {
    return mean + deviation * random_normal(seed_, RandomStream::generator, next_++);
  }

 private:
  static constexpr std::uint64_t numbers_per_row = 16;
  std::uint64_t seed_;
  std::uint64_t next_;
};

struct Site {
  const char* name;
  double background_ppm;
  double traffic;  // how strongly still air lets gas pile up
};
constexpr Site sites[] = {{"harbour", 38.0, 0.6}, {"park", 25.0, 0.3}, {"tunnel", 55.0, 1.5}};
constexpr double noise_ppm = 2.0;

// A metal-oxide sensor: humidity and temperature act together, wind dilutes, the heater's voltage sets the gain, and
// the sensor drifts with age. Smooth, so that a good regression leaves only the noise.
std::string sensor_row(std::uint64_t seed, std::size_t row) {
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
  return fmt::format("{:.2f},{:.1f},{:.3f},{:.2f},{:.0f},{},{:.3f}\n", temperature, humidity, voltage, airflow,
                     age_days, site.name, gas_ppm);
}

void write_sensor(std::size_t num_rows, std::uint64_t seed, const TextSink& write) {
  write("temperature,humidity,voltage,airflow,age_days,site,gas_ppm\n");
  for (std::size_t row = 0; row < num_rows; ++row) write(sensor_row(seed, row));
}

void check(const std::string& kind, std::size_t num_rows) {
  if (kind != "sensor")
    throw Error(ErrorKind::usage, "unknown kind of data " + in_quotes(kind) + "; available: sensor");
  if (num_rows == 0) throw Error(ErrorKind::usage, "expected at least one row to generate, found 0");
}

}  // namespace

void generate(const std::string& kind, std::size_t num_rows, std::uint64_t seed, std::ostream& stream) {
  check(kind, num_rows);
  write_sensor(num_rows, seed, [&](std::string_view text) { stream << text; });
}

void generate(const std::string& kind, std::size_t num_rows, std::uint64_t seed, const std::string& path) {
  check(kind, num_rows);
  AtomicFile file(path);
  write_sensor(num_rows, seed, [&](std::string_view text) { file.write(text); });
  file.commit();
}

}  // namespace direct
