// SPDX-License-Identifier: MIT
// Which form of a header serves which aim.
#include <direct/deploy.h>

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "deploy/trained_models.h"

namespace direct::device_cost_test {
namespace {

constexpr std::array all_chips = {Chip::cortex_m0, Chip::cortex_m3, Chip::cortex_m4, Chip::avr, Chip::rv32};

std::vector<IntegerModel> some_models() {
  const Table rows = device_rows(3, 120);
  std::vector<IntegerModel> models;
  models.push_back(integer_model(trained_on(rows, {.num_features = 40, .levels = 15})));
  models.push_back(integer_model(trained_on(rows, {.features = FeatureKind::linear})));
  models.push_back(integer_model(trained_on(rows, {.features = FeatureKind::trained, .num_features = 12})));
  return models;
}

TEST(BestForm, HasTheLeastOfWhatIsAimedAt) {
  for (const IntegerModel& model : some_models())
    for (const Chip chip : all_chips) {
      const DeviceCost small = device_cost(model, best_form(model, Aim::size, chip), chip);
      const DeviceCost fast = device_cost(model, best_form(model, Aim::speed, chip), chip);
      const DeviceCost balanced = device_cost(model, best_form(model, Aim::balance, chip), chip);
      for (const DeviceForm& form : possible_forms(model)) {
        const DeviceCost cost = device_cost(model, form, chip);
        EXPECT_LE(small.flash_bytes, cost.flash_bytes);
        EXPECT_LE(fast.instructions, cost.instructions);
        EXPECT_LE(balanced.flash_bytes * balanced.instructions, cost.flash_bytes * cost.instructions);
      }
    }
}

// Instructions in place of tables are quick and large: a third more flash must save a quarter of the instructions.
TEST(BestForm, DoesNotTakeCodeForLittle) {
  for (const IntegerModel& model : some_models()) {
    const DeviceForm best = best_form(model);
    if (best.encoding != Encoding::code) continue;
    const DeviceCost code = device_cost(model, best);
    for (const DeviceForm& form : possible_forms(model)) {
      const DeviceCost other = device_cost(model, form);
      EXPECT_FALSE(static_cast<double>(code.flash_bytes) > 1.34 * static_cast<double>(other.flash_bytes) &&
                   static_cast<double>(code.instructions) > 0.75 * static_cast<double>(other.instructions));
    }
  }
}

TEST(BestForm, IsOneThatHoldsTheCodes) {
  const IntegerModel model =
      integer_model(trained_on(device_rows(2, 60), {.num_features = 12, .levels = 255}), {.draws = 4});
  for (const DeviceForm& form : possible_forms(model)) {
    EXPECT_NE(form.encoding, Encoding::automatic);
    check_encoding(model, form.encoding);
  }
  EXPECT_TRUE(std::ranges::none_of(possible_forms(model), &DeviceForm::whole_wave));  // no trained features
  check_encoding(model, best_form(model).encoding);
}

TEST(DeviceCost, FlashIsTablesAndCode) {
  for (const IntegerModel& model : some_models())
    for (const Chip chip : all_chips) {
      const DeviceCost quarter = device_cost(model, {.encoding = Encoding::dense}, chip);
      const DeviceCost whole = device_cost(model, {.encoding = Encoding::dense, .whole_wave = true}, chip);
      EXPECT_GT(quarter.flash_bytes, quarter.table_bytes + 400);
      EXPECT_EQ(whole.table_bytes - quarter.table_bytes, model.is_trained ? 512U : 0U);
      EXPECT_EQ(whole.instructions < quarter.instructions, model.is_trained);
    }
}

}  // namespace
}  // namespace direct::device_cost_test
