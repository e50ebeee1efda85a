// SPDX-License-Identifier: MIT
// Trained features on a device: cosines of sums of words and phases.
#include <direct/deploy.h>

#include <cmath>

#include <gtest/gtest.h>

#include "data/test_files.h"
#include "deploy/device_tables.h"
#include "deploy/trained_models.h"
#include "oracle/integer_device.h"
#include "oracle/integer_rows.h"

namespace direct::trained_device_test {
namespace {

TrainedModel trained_model(std::size_t num_inputs, FitOptions options = {}) {
  options.features = FeatureKind::trained;
  if (options.num_features == 0) options.num_features = 10;
  return trained_on(device_rows(num_inputs, 120), options);
}

void expect_sums_of_a_loop(const IntegerModel& model) {
  std::mt19937_64 random(7);
  for (const DeviceForm& form : possible_forms(model)) {
    const IntegerPredictor predictor(model, form);
    for (int i = 0; i < 50; ++i) {
      const std::vector<std::int16_t> codes = random_codes(random, model.inputs.size());
      const oracle::DevicePrediction expected = oracle::device_prediction(model, codes);
      ASSERT_EQ(predictor(codes).mean, expected.mean);
      const std::vector<std::int32_t> draws = predictor.draws(codes);
      for (std::size_t s = 0; s < draws.size(); ++s) ASSERT_EQ(draws[s], expected.draws[s]);
    }
  }
}

std::vector<std::uint32_t>& words_of(TrainedModel& model) { return model.preparation.features.integer->words; }

TEST(TrainedDevice, CosinesOfAQuarterAreThoseOfTheWholeWave) {
  const IntegerModel model = integer_model(trained_model(2));
  const DeviceTables quarter(model, {.encoding = Encoding::lists});
  const DeviceTables whole(model, {.encoding = Encoding::lists, .whole_wave = true});
  ASSERT_TRUE(quarter().quarter_sines && !quarter().fine_cosines);
  ASSERT_TRUE(whole().fine_cosines && !whole().quarter_sines);
  for (std::uint32_t phase = 0; phase < 65536; ++phase) {
    const auto turn = static_cast<std::int16_t>(static_cast<std::uint16_t>(phase));
    const auto expected = static_cast<std::uint32_t>(oracle::interpolation(phase, false));
    ASSERT_EQ(direct_fine_cosine(&quarter(), turn), expected) << phase;
    ASSERT_EQ(direct_fine_cosine(&whole(), turn), expected) << phase;
  }
}

TEST(TrainedDevice, InputsAreRoundedToTwelveBitsForTheCentre) {
  for (int code = -32768; code <= 32767; ++code) {
    const std::uint32_t value = direct_trained_input(static_cast<std::int16_t>(code));
    const int expected = std::clamp(static_cast<int>(std::floor(code / 16.0 + 0.5)), -2032, 2032);
    ASSERT_EQ(static_cast<int>((value + (1U << 30)) >> 17) - (1 << 13) - 8, expected) << code;
  }
}

TEST(TrainedDevice, MostWordsHave16Bits) {
  const IntegerModel model = integer_model(trained_model(3));
  EXPECT_TRUE(model.is_trained);
  EXPECT_EQ(model.cosines.count(), 10U);
  EXPECT_EQ(model.cosines.short_inputs.size(), 3U);
  EXPECT_EQ(model.cosines.short_words.size(), 30U);
  EXPECT_TRUE(model.cosines.long_words.empty());
  expect_sums_of_a_loop(model);
}

TEST(TrainedDevice, WordsOf32BitsAndNone) {
  TrainedModel model = trained_model(4);
  model.preparation.pilot_inputs = {};  // of the words that it was trained with
  words_of(model)[2] |= 1;              // of input 0, which has a large one, too
  words_of(model)[3] = 0x40000001;
  for (std::size_t k = 0; k < 10; ++k) words_of(model)[20 + k] = 0;  // input 2 turns nothing
  for (std::size_t k = 0; k < 10; ++k) words_of(model)[30 + k] = static_cast<std::uint32_t>(k - 5) << 19;
  const IntegerModel integer = integer_model(model);
  EXPECT_EQ(integer.cosines.long_inputs, (std::vector<std::uint16_t>{0}));
  EXPECT_EQ(integer.cosines.short_inputs, (std::vector<std::uint16_t>{1, 3}));
  EXPECT_EQ(integer.inputs.size(), 4U);
  EXPECT_EQ(integer.num_features(), 15U);  // input 2 is still a feature
  expect_sums_of_a_loop(integer);
}

TEST(TrainedDevice, MoreInputsThanRegisters) {
  const IntegerModel model = integer_model(trained_model(20));
  EXPECT_GT(model.cosines.short_inputs.size(), 16U);
  expect_sums_of_a_loop(model);
}

TEST(TrainedDevice, UnusedFeaturesAreLeftOut) {
  const TrainedModel model = trained_model(3, {.num_features = 20, .levels = 15, .max_active_features = 5});
  const IntegerModel integer = integer_model(model);
  EXPECT_EQ(integer.num_features(), 5U);
  EXPECT_LE(integer.cosines.count(), 5U);
  expect_sums_of_a_loop(integer);
}

// Codes of 4 bits go with features of 8, others with 16 where their sums fit.
TEST(TrainedDevice, FeaturesHaveTheBitsThatCodesNeed) {
  EXPECT_FALSE(integer_model(trained_model(2, {.levels = 15})).is_wide);
  const TrainedModel fine = trained_model(2, {.levels = 255});
  EXPECT_TRUE(integer_model(fine).is_wide);
  const TrainedModel draws =
      trained_model(2, {.num_features = 200, .levels = 255, .support = "learned-shared", .law = EnsembleLaw::mixture});
  const IntegerModel many = integer_model(draws, {.draws = 40});
  EXPECT_FALSE(many.is_wide);
  expect_sums_of_a_loop(many);
}

// A weight that is small beside others keeps its digits.
TEST(TrainedDevice, RoundingAddsHardlyAnything) {
  const IntegerModel model = integer_model(trained_model(3, {.num_features = 60, .levels = 255}), {.draws = 4});
  EXPECT_LT(*model.distortion, 1e-3);
  EXPECT_LT(*model.mean_difference, 1e-3);
}

TEST(TrainedDevice, RefusesFeaturesInFloatingPoint) {
  const TrainedModel model = trained_model(2, {.feature_bits = 0});
  const auto thrown = thrown_by([&] { integer_model(model); });
  ASSERT_TRUE(thrown);
  EXPECT_EQ(thrown->kind, ErrorKind::usage);
  EXPECT_NE(thrown->message.find("`feature_bits` 12"), std::string::npos);
}

TEST(TrainedDevice, HeadersSayHowCosinesAreStored) {
  const IntegerModel model = integer_model(trained_model(2));
  const std::string quarter = c_header(model, {.form = {.encoding = Encoding::dense}});
  const std::string whole = c_header(model, {.form = {.encoding = Encoding::dense, .whole_wave = true}});
  EXPECT_NE(quarter.find("model_table_quarter_sines[64]"), std::string::npos);
  EXPECT_EQ(quarter.find("model_table_fine_cosines["), std::string::npos);
  EXPECT_NE(whole.find("model_table_fine_cosines[320]"), std::string::npos);
  EXPECT_EQ(whole.find("model_table_quarter_sines["), std::string::npos);
}

}  // namespace
}  // namespace direct::trained_device_test
