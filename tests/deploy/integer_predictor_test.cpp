// SPDX-License-Identifier: MIT
#include <direct/deploy.h>

#include <cmath>

#include <gtest/gtest.h>

#include "data/test_files.h"
#include "deploy/trained_models.h"
#include "oracle/integer_device.h"

namespace direct::integer_predictor_test {
namespace {

class OnEveryModel : public testing::Test {
 protected:
  static const std::vector<NamedModel>& models() {
    static const std::vector<NamedModel> all = device_models();
    return all;
  }
};

std::vector<Encoding> possible_encodings(const IntegerModel& model) {
  std::vector<Encoding> result;
  for (const Encoding encoding : {Encoding::automatic, Encoding::lists, Encoding::gap, Encoding::dense, Encoding::code})
    if (!thrown_by([&] { check_encoding(model, encoding); })) result.push_back(encoding);
  return result;
}

void expect_equal(const IntegerModel& model, Encoding encoding, std::span<const std::int16_t> codes) {
  const IntegerPredictor predictor(model, {.encoding = encoding});
  const oracle::DevicePrediction expected = oracle::device_prediction(model, codes);
  const IntegerPrediction found = predictor(codes);
  EXPECT_EQ(found.mean, expected.mean);
  EXPECT_EQ(found.saturated, expected.saturated);
  // Deviations are cut to 13 bits, of which the largest has them all.
  const double share = (std::sqrt(static_cast<double>(model.num_draws)) + 1.0) / 4096.0;
  EXPECT_NEAR(found.std_model, expected.std_model, share * expected.std_model + 1.0);
  EXPECT_NEAR(found.std_total, expected.std_total, share * expected.std_total + 2.0);
  const std::vector<std::int32_t> draws = predictor.draws(codes);
  ASSERT_EQ(draws.size(), expected.draws.size());
  for (std::size_t s = 0; s < draws.size(); ++s) EXPECT_EQ(draws[s], expected.draws[s]);
}

TEST_F(OnEveryModel, IntegersAreThoseOfANaiveLoop) {
  std::mt19937_64 random(1);
  for (const auto& [name, model] : models())
    for (const std::size_t num_draws : {1U, 8U, 20U}) {
      const bool is_ensemble = model.posterior.deviations || model.posterior.num_components() == 20;
      if (num_draws == 20 && !is_ensemble) continue;
      const IntegerModel integer = integer_model(model, {.draws = num_draws});
      for (const Encoding encoding : possible_encodings(integer)) {
        SCOPED_TRACE(name + ", " + std::to_string(num_draws) + " draws, encoding " +
                     std::to_string(static_cast<int>(encoding)));
        for (int i = 0; i < 20; ++i) expect_equal(integer, encoding, random_codes(random, integer.inputs.size()));
      }
    }
}

TEST_F(OnEveryModel, NoSumLeavesItsBounds) {
  std::mt19937_64 random(2);
  for (const auto& [name, model] : models()) {
    SCOPED_TRACE(name);
    const IntegerModel integer = integer_model(model);
    for (int i = 0; i < 200; ++i) {
      const auto found = oracle::device_prediction(integer, random_codes(random, integer.inputs.size()));
      EXPECT_LE(std::abs(found.centre), integer.bounds.centre);
      std::int64_t total = 0;
      for (const std::int64_t sum : found.sums) total += integer.student ? 0 : sum;
      const auto times = integer.student ? 1 : static_cast<std::int64_t>(integer.num_draws);
      for (const std::int64_t sum : found.sums) {
        EXPECT_LE(std::abs(sum), integer.bounds.draw);
        EXPECT_LE(std::abs(sum * times - total), integer.bounds.deviation);
      }
      for (const std::int64_t draw : found.draws) EXPECT_LE(std::abs(draw), integer.bounds.output);
      EXPECT_LE(std::abs(found.mean), integer.bounds.output);
    }
    EXPECT_LT(integer.bounds.centre, std::int64_t{1} << 30);
    EXPECT_LT(integer.bounds.deviation, std::int64_t{1} << 31);
    EXPECT_LE(integer.bounds.output, std::int64_t{1} << 30);
  }
}

// On rows like the training ones: the chip and the host's doubles differ by little of the noise.
TEST_F(OnEveryModel, MeansAreCloseToThoseOfDoubles) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  for (const auto& [name, model] : models()) {
    SCOPED_TRACE(name);
    const bool is_learned = model.prior.learned.has_value();
    const IntegerModel integer = integer_model(model, {.draws = is_learned ? 8U : 20U});
    const IntegerPredictor predictor(integer);
    const Predictor doubles(model);
    Matrix inputs(50, 3);
    for (std::size_t i = 0; i < inputs.rows(); ++i)
      for (std::size_t j = 0; j < 3; ++j)
        inputs(i, j) = 5.0 * static_cast<double>(j) + 0.5 * std::clamp(normal(random), -2.5, 2.5);
    const std::vector<Prediction> expected = doubles(inputs);
    double squares = 0.0;
    for (std::size_t i = 0; i < inputs.rows(); ++i) {
      const auto codes = predictor.codes(std::vector<double>{inputs(i, 0), inputs(i, 1), inputs(i, 2)});
      const IntegerPrediction found = predictor(codes);
      EXPECT_FALSE(found.saturated);
      const double error = predictor.value(found.mean) - expected[i].mean;
      // Samples have a mean of their own, but where the centres take it up.
      const double sampling = is_learned ? 0.0 : expected[i].std_model / std::sqrt(20.0);
      squares += error * error / (std::pow(0.03 * expected[i].std_noise, 2) + sampling * sampling);
    }
    // On a fixed grid the chip has features of 8 bits where the host has 12.
    EXPECT_LT(std::sqrt(squares / static_cast<double>(inputs.rows())), is_learned ? 2.0 : 3.0);
  }
}

TEST_F(OnEveryModel, QuantilesAreThoseOfTheMixture) {
  std::mt19937_64 random(4);
  for (const auto& [name, model] : models()) {
    SCOPED_TRACE(name);
    const IntegerModel integer = integer_model(model);
    if (integer.student) continue;
    const IntegerPredictor predictor(integer);
    for (int i = 0; i < 5; ++i) {
      const std::vector<std::int32_t> draws = predictor.draws(random_codes(random, integer.inputs.size()));
      const auto cdf = [&](double y) {
        double sum = 0.0;
        for (const std::int32_t draw : draws)
          sum += 0.5 * std::erfc((draw - y) / (std::sqrt(2.0) * integer.noise)) / static_cast<double>(draws.size());
        return sum;
      };
      for (const int probability : {655, 3277, 16384, 32768, 58982, 64881}) {
        const double quantile = predictor.quantile(draws, static_cast<std::uint16_t>(probability));
        // A step of the output either side, for where the draws are far apart the distribution has steps.
        EXPECT_LE(cdf(quantile - 0.01 * integer.noise - 1.0), probability / 65536.0 + 5e-4);
        EXPECT_GE(cdf(quantile + 0.01 * integer.noise + 1.0), probability / 65536.0 - 5e-4);
      }
    }
  }
}

TEST_F(OnEveryModel, IntervalsAreTheirScaleTimesTheDeviation) {
  for (const auto& [name, model] : models()) {
    const IntegerModel integer = integer_model(model, {.interval = 0.95});
    if (integer.student) continue;
    EXPECT_NEAR(integer.interval_scale, 1.959964, 1e-6);
    const IntegerPredictor predictor(integer);
    const auto interval = predictor.interval({.mean = 1000, .std_model = 0, .std_total = 3000});
    EXPECT_NEAR(interval.upper - 1000, 1.959964 * 3000, 1.5) << name;
    EXPECT_EQ(1000 - interval.lower, interval.upper - 1000);
  }
}

TEST(IntegerPredictor, InputsOutOfRangeSaturateAndAreFlagged) {
  const TrainedModel model = trained_on(device_rows(2, 100), {.num_features = 20});
  const IntegerModel integer = integer_model(model);
  const IntegerPredictor predictor(integer);
  const double nan = std::nan("");
  for (const double value : {1e300, -1e300, 1e9, 9.0, -9.0}) {
    const std::vector<std::int16_t> codes = predictor.codes(std::vector<double>{value, 5.0});
    EXPECT_EQ(codes[0], value > 0.0 ? integer.inputs[0].most : integer.inputs[0].least);
    EXPECT_TRUE(predictor(codes).saturated);
  }
  EXPECT_TRUE(predictor(predictor.codes(std::vector<double>{nan, 5.0})).saturated);
  EXPECT_FALSE(predictor(predictor.codes(std::vector<double>{0.0, 5.0})).saturated);
  // The extremes of the training rows are inside, and what is farther than a margin beyond is not.
  EXPECT_FALSE(predictor(predictor.codes(std::vector<double>{model.preparation.most[0], 5.0})).saturated);
  const double width = model.preparation.most[0] - model.preparation.least[0];
  EXPECT_TRUE(predictor(predictor.codes(std::vector<double>{model.preparation.most[0] + 0.2 * width, 5.0})).saturated);
}

// The device's quantiser, in integers, is never more than a code away from the one that the model was trained with.
TEST(IntegerPredictor, CodesAreThoseOfTheTraining) {
  const TrainedModel model = trained_on(device_rows(3, 200), {.num_features = 20});
  const IntegerModel integer = integer_model(model);
  const IntegerPredictor predictor(integer);
  const IntegerFourier& map = *model.preparation.features.integer;
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uniform;
  for (int i = 0; i < 1000; ++i) {
    std::vector<double> inputs;
    for (std::size_t j = 0; j < 3; ++j)
      inputs.push_back(model.preparation.least[j] +
                       uniform(random) * (model.preparation.most[j] - model.preparation.least[j]));
    const std::vector<std::int16_t> codes = predictor.codes(inputs);
    for (std::size_t j = 0; j < 3; ++j) {
      const double standard =
          (inputs[j] - model.preparation.scaling.input_means[j]) / model.preparation.scaling.input_scales[j];
      EXPECT_NEAR(codes[j], (standard - map.centres[j]) / map.steps[j], 1.0);
      EXPECT_NEAR(integer.inputs[j].input(codes[j]), inputs[j],
                  map.steps[j] * model.preparation.scaling.input_scales[j]);
    }
  }
}

TEST(IntegerPredictor, ComplainsOfOtherNumbersOfInputs) {
  const IntegerModel integer = integer_model(trained_on(device_rows(2, 50), {.num_features = 8}));
  const IntegerPredictor predictor(integer);
  for (const auto& thrown : {thrown_by([&] { predictor.codes(std::vector<double>{1.0}); }),
                             thrown_by([&] { predictor(std::vector<std::int16_t>{1}); }),
                             thrown_by([&] { predictor.quantile(std::vector<std::int32_t>{1}, 1); })}) {
    ASSERT_TRUE(thrown);
    EXPECT_EQ(thrown->kind, ErrorKind::usage);
  }
}

}  // namespace
}  // namespace direct::integer_predictor_test
