// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <sstream>

#include <gtest/gtest.h>

#include <direct/data.h>
#include <direct/synthetic.h>

#include "algebra/parallel.h"
#include "data/electric.h"
#include "data/test_files.h"

namespace direct::generate_test {
namespace {

std::string generated(const std::string& kind, std::size_t num_rows, std::uint64_t seed) {
  std::ostringstream stream;
  generate(kind, num_rows, seed, stream);
  return stream.str();
}

struct Row {
  ElectricInputs inputs;
  double power_kw = 0.0;
};

Row row_of(const std::string& line) {
  Row row;
  ElectricInputs& x = row.inputs;
  double* const cells[] = {&x.minute_of_day, &x.day_of_year, &x.temperature_c, &x.wind_m_s,
                           &x.occupancy,     &x.voltage,     &x.intensity_a,   &x.reactive_kvar,
                           &x.kitchen_wh,    &x.laundry_wh,  &x.boiler_wh,     &row.power_kw};
  std::istringstream stream(line);
  char comma = ',';
  for (double* cell : cells) stream >> *cell >> comma;
  return row;
}

struct Electric : testing::Test {
  static constexpr std::size_t num_rows = 20'000;
  std::vector<Row> rows;

  Electric() {
    std::istringstream stream(generated("electric", num_rows, 1));
    std::string line;
    std::getline(stream, line);
    while (std::getline(stream, line)) rows.push_back(row_of(line));
  }
};

class Generate : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Kinds, Generate, testing::Values("sensor", "electric", "pumps", "calibration", "battery"),
                         [](const auto& test) { return test.param; });

TEST_P(Generate, WritesTheSameToFileAndStream) {
  const TestDirectory directory;
  generate(GetParam(), 100, 3, directory.path("a.csv"));
  EXPECT_EQ(file_contents(directory.path("a.csv")), generated(GetParam(), 100, 3));
  EXPECT_EQ(directory.num_files(), 1U);
}

TEST_P(Generate, RowsDependOnTheSeedAndTheirNumberOnly) {
  const std::string few = generated(GetParam(), 50, 3);
  EXPECT_EQ(few, generated(GetParam(), 100, 3).substr(0, few.size()));
  EXPECT_NE(few, generated(GetParam(), 50, 4));
}

TEST_P(Generate, BytesDoNotDependOnTheNumberOfThreads) {
  constexpr std::size_t num_rows = 70'000;  // more than are made at once, and a block that is not full
  const std::string all_cores = generated(GetParam(), num_rows, 5);
  for (const int threads : {1, 2}) {
    EXPECT_TRUE(with_threads(threads, [&] { return generated(GetParam(), num_rows, 5); }) == all_cores);
  }
  EXPECT_EQ(static_cast<std::size_t>(std::count(all_cores.begin(), all_cores.end(), '\n')), num_rows + 1);
}

TEST(Generator, SensorsHaveTheirColumns) {
  const TestDirectory directory;
  generate("sensor", 2000, 0, directory.path("a.csv"));
  const Survey found = survey(open_dataset({directory.path("a.csv")}));
  EXPECT_EQ(found.num_rows, 2000U);
  EXPECT_EQ(input_names(found.schema),
            (std::vector<std::string>{"temperature", "humidity", "voltage", "airflow", "age_days", "site=harbour",
                                      "site=park", "site=tunnel"}));
  EXPECT_EQ(found.schema.target_name, "gas_ppm");
  EXPECT_TRUE(found.warnings.empty());
  EXPECT_GT(found.scaling.target_scale, 10.0);  // well above the noise
  EXPECT_LT(found.scaling.target_scale, 40.0);
}

TEST(Generator, SensorsKeepTheirBytes) {
  EXPECT_EQ(generated("sensor", 2, 1),
            "temperature,humidity,voltage,airflow,age_days,site,gas_ppm\n"
            "29.52,74.5,3.281,1.39,106,harbour,38.936\n"
            "22.65,83.3,3.254,2.08,271,park,34.466\n");
}

// Two inputs are whole counts that use most of a 12-bit converter, and a neighbour is within the noise.
TEST(Generator, CalibrationsHaveTwoInputsInCounts) {
  const TestDirectory directory;
  generate("calibration", 2000, 0, directory.path("a.csv"));
  const Survey found = survey(open_dataset({directory.path("a.csv")}));
  EXPECT_EQ(input_names(found.schema), (std::vector<std::string>{"active_counts", "reference_counts", "temperature",
                                                                 "humidity", "pressure", "supply"}));
  EXPECT_EQ(found.schema.target_name, "gas_ppm");
  EXPECT_TRUE(found.warnings.empty());
  for (const std::size_t j : {0U, 1U}) {
    EXPECT_GT(found.most[j] - found.least[j], 800.0);
    EXPECT_LE(found.most[j], 4095.0);
    EXPECT_EQ(found.most[j], std::round(found.most[j]));
  }
  EXPECT_GT(found.scaling.target_scale, 100.0);  // a hundred times the noise
}

TEST(Generator, BatteriesHaveTwelveInputs) {
  const TestDirectory directory;
  generate("battery", 2000, 0, directory.path("a.csv"));
  const Survey found = survey(open_dataset({directory.path("a.csv")}));
  EXPECT_EQ(input_names(found.schema).size(), 12U);
  EXPECT_EQ(found.schema.target_name, "state_of_health");
  EXPECT_TRUE(found.warnings.empty());
  EXPECT_GT(found.scaling.target_scale, 4.0);  // eight times the noise
  EXPECT_LT(found.scaling.target_scale, 15.0);
}

TEST(Generator, HouseholdsHaveElevenInputs) {
  const TestDirectory directory;
  generate("electric", 2000, 0, directory.path("a.csv"));
  const Survey found = survey(open_dataset({directory.path("a.csv")}));
  EXPECT_EQ(found.num_rows, 2000U);
  EXPECT_EQ(
      input_names(found.schema),
      (std::vector<std::string>{"minute_of_day", "day_of_year", "temperature_c", "wind_m_s", "occupancy", "voltage",
                                "intensity_a", "reactive_kvar", "kitchen_wh", "laundry_wh", "boiler_wh"}));
  EXPECT_EQ(found.schema.target_name, "power_kw");
  EXPECT_TRUE(found.warnings.empty());
  EXPECT_GT(found.scaling.target_scale, 10.0 * electric_noise_kw);
}

// What is left of a measurement without the truth is Gaussian, and the same wherever one looks.
TEST_F(Electric, NoiseIsAsStated) {
  double sum = 0.0, squares = 0.0, fourths = 0.0;
  for (const Row& row : rows) {
    const double noise = (row.power_kw - electric_power_kw(row.inputs)) / electric_noise_kw;
    sum += noise;
    squares += noise * noise;
    fourths += std::pow(noise, 4);
  }
  ASSERT_EQ(rows.size(), num_rows);
  EXPECT_NEAR(sum / num_rows, 0.0, 4.0 / std::sqrt(num_rows));
  EXPECT_NEAR(squares / num_rows, 1.0, 4.0 * std::sqrt(2.0 / num_rows));
  EXPECT_NEAR(fourths / num_rows, 3.0, 4.0 * std::sqrt(96.0 / num_rows));
}

TEST_F(Electric, NoiseIsTheSameAtLowAndAtHighPower) {
  double low = 0.0, high = 0.0, num_low = 0.0;
  for (const Row& row : rows) {
    const double truth = electric_power_kw(row.inputs);
    const double square = std::pow((row.power_kw - truth) / electric_noise_kw, 2);
    (truth < 3.0 ? low : high) += square;
    num_low += truth < 3.0 ? 1.0 : 0.0;
  }
  const double num_high = num_rows - num_low;
  EXPECT_GT(std::min(num_low, num_high), 3000.0);
  EXPECT_NEAR(low / num_low, high / num_high, 0.1);
}

TEST(Generator, WrongRequestsAreErrorsOfUsage) {
  const TestDirectory directory;
  EXPECT_EQ(thrown_by([&] { generate("moon", 1, 0, directory.path("a.csv")); }),
            usage_error("unknown kind of data \"moon\"; available: sensor, electric, pumps, calibration, battery"));
  EXPECT_EQ(thrown_by([&] { generate("sensor", 0, 0, directory.path("a.csv")); }),
            usage_error("expected at least one row to generate, found 0"));
  EXPECT_EQ(directory.num_files(), 0U);
}

}  // namespace
}  // namespace direct::generate_test
