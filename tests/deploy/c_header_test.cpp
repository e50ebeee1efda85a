// SPDX-License-Identifier: MIT
// The text of a header; tests/device compiles and runs it.
#include <direct/deploy.h>

#include <gtest/gtest.h>

#include "data/test_files.h"
#include "deploy/self_test.h"
#include "deploy/trained_models.h"

namespace direct::c_header_test {
namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

IntegerModel small_model() { return integer_model(trained_on(device_rows(2, 60), {.num_features = 12})); }

TEST(CHeader, HasTheModelsNameForOurs) {
  const std::string text = c_header(small_model(), {.name = "airflow"});
  EXPECT_TRUE(has(text, "void airflow_predict(const int16_t x[2], airflow_result *out)"));
  EXPECT_TRUE(has(text, "#define AIRFLOW_NUM_INPUTS 2"));
  EXPECT_TRUE(has(text, "#ifndef AIRFLOW_MODEL_H"));
  EXPECT_FALSE(has(text, "direct_"));
  EXPECT_FALSE(has(text, "DIRECT_"));
  EXPECT_FALSE(has(text, "$"));
}

TEST(CHeader, SaysWhatItTakes) {
  const IntegerModel model = small_model();
  const std::string bound = c_header(model);
  EXPECT_TRUE(has(bound, "a bound, not measured"));
  EXPECT_TRUE(has(bound, model.digest));
  EXPECT_TRUE(has(bound, "No sum can overflow"));
  const std::string measured = c_header(
      model, {.measurements = {{.target = "Cortex-M3", .flash_bytes = 99, .stack_bytes = 88, .instructions = 777}}});
  EXPECT_TRUE(has(measured, "Cortex-M3  777 instructions a prediction, 99 bytes of flash, 88 bytes of stack"));
  EXPECT_FALSE(has(measured, "a bound"));
}

TEST(CHeader, RefusesNamesThatAreNone) {
  const IntegerModel model = small_model();
  for (const char* name : {"", "2fast", "air flow", "air-flow", "a/b", "\xc3\xa4", "int", "class", "_x",
                           "a_name_that_is_longer_than_anybody_would_type"}) {
    const auto thrown = thrown_by([&] { c_header(model, {.name = name}); });
    ASSERT_TRUE(thrown) << name;
    EXPECT_EQ(thrown->kind, ErrorKind::usage);
  }
}

TEST(CHeader, NamesOfColumnsCannotLeaveTheComment) {
  Table rows = oracle::table_of_rows({{1, 2}, {2, 4}, {3, 5}, {4, 9}});
  rows.names = {"a */ int x; /*"};
  TrainedModel model = trained_on(rows, {.features = FeatureKind::linear});
  const std::string text = c_header(integer_model(model));
  EXPECT_FALSE(has(text, "*/ int x;"));
}

TEST(CHeader, TheSameBytesTwice) {
  const IntegerModel model = small_model();
  EXPECT_EQ(c_header(model), c_header(model));
}

TEST(SelfTest, GoldenInputsReachTheEnds) {
  const auto inputs = golden_inputs(3);
  ASSERT_EQ(inputs.size(), num_golden_vectors);
  EXPECT_EQ(inputs[0], (std::vector<std::int16_t>{0, 0, 0}));
  EXPECT_EQ(inputs[1], (std::vector<std::int16_t>{32767, -32767, 32767}));
  const auto results = golden_results(integer_model(trained_on(device_rows(3, 60), {.num_features = 12})));
  EXPECT_EQ(results[0][3], 0U);
  EXPECT_EQ(results[1][3], 1U);
}

TEST(DeviceCost, CountsTablesAndBuffers) {
  const IntegerModel model = small_model();
  const DeviceCost cost = device_cost(model, {.encoding = Encoding::dense});
  EXPECT_EQ(cost.buffer_bytes, model.num_features() + 4 * model.num_draws);
  const std::size_t own = 2 * model.centres.size() + model.steps.size() + 4 * model.words.size() + 320;
  EXPECT_GE(cost.table_bytes, own + model.num_features());
  EXPECT_GT(cost.instructions, 0U);
}

TEST(DeviceFiles, AreThere) {
  EXPECT_TRUE(has(device_file("direct_device.h"), "direct_result"));
  EXPECT_TRUE(thrown_by([] { device_file("nothing.h"); }));
}

}  // namespace
}  // namespace direct::c_header_test
