// SPDX-License-Identifier: MIT
#include <sstream>

#include <gtest/gtest.h>

#include <direct/data.h>

#include "data/test_files.h"

namespace direct {
namespace {

std::string sensor(std::size_t num_rows, std::uint64_t seed) {
  std::ostringstream stream;
  generate("sensor", num_rows, seed, stream);
  return stream.str();
}

TEST(Generate, WritesTheSameToFileAndStream) {
  const TestDirectory directory;
  generate("sensor", 100, 3, directory.path("a.csv"));
  EXPECT_EQ(file_contents(directory.path("a.csv")), sensor(100, 3));
  EXPECT_EQ(directory.num_files(), 1U);
}

TEST(Generate, RowsDependOnTheSeedAndTheirNumberOnly) {
  EXPECT_EQ(sensor(50, 3), sensor(100, 3).substr(0, sensor(50, 3).size()));
  EXPECT_NE(sensor(50, 3), sensor(50, 4));
}

TEST(Generate, SensorsHaveTheirColumns) {
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

TEST(Generate, WrongRequestsAreErrorsOfUsage) {
  const TestDirectory directory;
  EXPECT_EQ(thrown_by([&] { generate("moon", 1, 0, directory.path("a.csv")); }),
            usage_error("unknown kind of data \"moon\"; available: sensor"));
  EXPECT_EQ(thrown_by([&] { generate("sensor", 0, 0, directory.path("a.csv")); }),
            usage_error("expected at least one row to generate, found 0"));
  EXPECT_EQ(directory.num_files(), 0U);
}

}  // namespace
}  // namespace direct
