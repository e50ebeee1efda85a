// SPDX-License-Identifier: MIT
#include "deploy/draw_encoding.h"

#include <gtest/gtest.h>

#include "deploy/device_tables.h"
#include "oracle/property.h"

namespace direct::draw_encoding_test {
namespace {

// A model of codes only: `share` in 100 of them are not zero.
IntegerModel model_of_codes(std::size_t num_features, std::size_t num_draws, int largest, int share, bool is_wide,
                            IntegerLevels levels) {
  IntegerModel model{.is_wide = is_wide};
  model.features.resize(num_features);
  model.num_draws = num_draws;
  model.levels = levels;
  std::uint32_t state = static_cast<std::uint32_t>(num_features * 31 + num_draws);
  for (std::size_t i = 0; i < num_features * num_draws; ++i) {
    state = state * 1664525U + 1013904223U;
    int code = static_cast<int>(state >> 16) % (largest + 1);
    if (levels == IntegerLevels::pow2) code = code == 0 ? 0 : 1 << (code % 7);
    if (static_cast<int>(state >> 8) % 100 >= share) code = 0;
    model.codes.push_back(static_cast<std::int16_t>((state >> 5) % 2 == 0 ? code : -code));
  }
  return model;
}

// Features that are not alike, so that a wrong place shows.
std::vector<std::int16_t> any_features(const IntegerModel& model) {
  std::vector<std::int16_t> features;
  for (std::size_t j = 0; j < model.num_features(); ++j) {
    const int value = static_cast<int>((j * 7919 + 13) % 255) - 127;
    features.push_back(static_cast<std::int16_t>(model.is_wide ? 200 * value : value));
  }
  return features;
}

std::vector<std::int32_t> sums_of(const IntegerModel& model, Encoding encoding,
                                  const std::vector<std::int16_t>& features) {
  const DeviceTables tables(model, {.encoding = encoding});
  std::vector<std::int32_t> sums(model.num_draws, 12345);
  if (model.is_wide) {
    direct_sums(&tables(), features.data(), sums.data());
  } else {
    std::vector<std::int8_t> bytes(features.begin(), features.end());
    direct_sums(&tables(), bytes.data(), sums.data());
  }
  return sums;
}

PROPERTY(DrawEncoding, AllOfThemHaveTheSumsOfALoop, (std::uint64_t seed)) {
  const std::size_t num_features = 1 + seed % 600, num_draws = 1 + seed / 600 % 33;
  const int share = static_cast<int>(seed / 20000 % 101);
  const auto levels = static_cast<IntegerLevels>(seed / 3 % 3);
  const int largest = seed % 4 == 0 ? 100 : 7;
  const IntegerModel model = model_of_codes(num_features, num_draws, levels == IntegerLevels::even ? 7 : largest, share,
                                            seed % 5 == 0, levels);
  const std::vector<std::int16_t> features = any_features(model);
  std::vector<std::int32_t> expected;
  for (std::size_t s = 0; s < num_draws; ++s) {
    std::int64_t sum = 0;
    for (std::size_t j = 0; j < num_features; ++j) sum += std::int64_t{features[j]} * model.codes[s * num_features + j];
    expected.push_back(static_cast<std::int32_t>(sum));
  }
  ASSERT_TRUE(sums_of(model, Encoding::lists, features) == expected);
  ASSERT_TRUE(sums_of(model, Encoding::dense, features) == expected);
  if (largest_magnitude(model) <= 7) {
    ASSERT_TRUE(sums_of(model, Encoding::gap, features) == expected);
  }
}

TEST(DrawEncoding, ExtremesStayWithinHalves) {
  IntegerModel model;
  model.features.resize(64);
  model.num_draws = 8;
  for (const std::int16_t code : {std::int16_t{7}, std::int16_t{-7}}) {
    model.codes.assign(64 * 8, code);
    for (const std::int16_t feature : {std::int16_t{127}, std::int16_t{-127}}) {
      const std::vector<std::int32_t> sums = sums_of(model, Encoding::dense, std::vector<std::int16_t>(64, feature));
      for (const std::int32_t sum : sums) EXPECT_EQ(sum, 64 * code * feature);
    }
  }
}

// Features with small steps are small, so that 16 bits hold more of them at a time.
TEST(DrawEncoding, RunsAreAsLongAsStepsAllow) {
  for (const std::size_t num_draws : {3U, 8U})
    for (const std::uint16_t step : {std::uint16_t{255}, std::uint16_t{64}, std::uint16_t{1}}) {
      IntegerModel model;
      model.features.resize(100);
      model.steps.assign(100, step);
      model.num_draws = num_draws;
      model.codes.assign(100 * num_draws, 7);
      const auto largest = static_cast<std::int16_t>(largest_byte_feature(model, 0));
      const std::size_t run = encoded_draws(model, Encoding::dense).run;
      EXPECT_GE(run, step == 1 ? 100U : step == 64 ? 60U : 16U);
      EXPECT_LE(static_cast<int>(run) * 15 * largest, 32767);
      for (const int sign : {1, -1}) {
        const std::vector<std::int16_t> features(100, static_cast<std::int16_t>(sign * std::min<int>(largest, 127)));
        for (const std::int32_t sum : sums_of(model, Encoding::dense, features)) EXPECT_EQ(sum, 700 * features[0]);
      }
    }
}

TEST(DrawEncoding, GapsOfAnyLength) {
  for (std::size_t gap = 0; gap < 70; ++gap) {
    IntegerModel model;
    model.features.resize(200);
    model.num_draws = 1;
    model.codes.assign(200, 0);
    model.codes[gap] = 3;
    model.codes[2 * gap + 1] = -7;
    const std::vector<std::int16_t> features = any_features(model);
    const int expected = 3 * features[gap] - 7 * features[2 * gap + 1];
    EXPECT_EQ(sums_of(model, Encoding::gap, features), std::vector<std::int32_t>{expected}) << gap;
  }
}

}  // namespace
}  // namespace direct::draw_encoding_test
