// SPDX-License-Identifier: MIT
// Deviations on a chip: their law, its tables, and what few of them cost.
#include "data/test_files.h"
#include "deploy/student_tables.h"

#include <cmath>

#include <gtest/gtest.h>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

#include "algebra/constants.h"
#include "deploy/deviations_cost.h"
#include "deploy/trained_models.h"
#include "laws/student.h"

namespace direct::student_test {
namespace {

TrainedModel small_model(const FitOptions& options = {.num_features = 40}) {
  return trained_on(device_rows(3, 80), options);
}

// A model of integers with no features: enough for intervals and quantiles.
IntegerModel law_of(std::size_t num_deviations, double noise_degrees, double level) {
  IntegerModel model{.features = {0}, .num_draws = num_deviations};
  model.codes.assign(num_deviations, 1);
  model.noise = 4096;
  model.interval_level = level;
  model.student = integer_student(num_deviations, noise_degrees, level);
  return model;
}

double exact_quantile(double degrees, double probability) {
  return std::isinf(degrees) ? boost::math::quantile(boost::math::normal(), probability)
                             : boost::math::quantile(boost::math::students_t(degrees), probability);
}

// The interval over that of Boost's quantile, less 1, at a ratio of std_model to the noise.
double interval_error(const IntegerModel& model, const IntegerPredictor& predictor, double ratio) {
  const auto std_model = static_cast<std::uint32_t>(std::lround(ratio * model.noise));
  const auto std_total = static_cast<std::uint32_t>(std::lround(std::hypot(std_model, model.noise)));
  const auto [lower, upper] = predictor.interval({.mean = 5, .std_model = std_model, .std_total = std_total});
  EXPECT_EQ(upper - 5, 5 - lower);
  const double degrees = model.student->degrees(std_model, model.noise, model.num_draws);
  return (upper - 5) / (std_total * exact_quantile(degrees, 0.5 + 0.5 * model.interval_level)) - 1.0;
}

TEST(Student, IntervalsAreThoseOfTheExactQuantile) {
  for (const std::size_t count : {2U, 4U, 8U, 20U, 64U})
    for (const double noise_degrees : {30.0, 2000.0, infinity})
      for (const double level : {0.5, 0.9, 0.95, 0.99}) {
        const IntegerModel model = law_of(count, noise_degrees, level);
        const IntegerPredictor predictor(model);
        for (double ratio = 0.0; ratio < 30.0; ratio = 1.1 * ratio + 0.05) {
          const double error = interval_error(model, predictor, ratio);
          EXPECT_GT(error, -0.001) << count << ' ' << noise_degrees << ' ' << level << ' ' << ratio;
          EXPECT_LT(error, 0.005) << count << ' ' << noise_degrees << ' ' << level << ' ' << ratio;
        }
      }
}

// Draws of deviations that are alike: mean -+ std_model.
std::vector<std::int32_t> pairs(std::size_t num_deviations, std::int32_t mean, std::int32_t deviation) {
  std::vector<std::int32_t> draws;
  for (std::size_t k = 0; k < num_deviations; ++k) {
    draws.push_back(mean + deviation);
    draws.push_back(mean - deviation);
  }
  return draws;
}

TEST(Student, QuantilesAreThoseOfTheExactLaw) {
  for (const std::size_t count : {4U, 8U, 20U}) {
    const IntegerModel model = law_of(count, 500.0, 0.9);
    const IntegerPredictor predictor(model);
    for (const std::int32_t deviation : {0, 1000, 4096, 20000}) {
      const std::vector<std::int32_t> draws = pairs(count, 700, deviation);
      const double total = std::hypot(deviation, model.noise);
      const double degrees = model.student->degrees(deviation, model.noise, count);
      for (const int probability : {66, 655, 3277, 16384, 32768, 40000, 58982, 62259, 64881, 65470}) {
        const double exact = 700.0 + total * exact_quantile(degrees, probability / 65536.0);
        const double found = predictor.quantile(draws, static_cast<std::uint16_t>(probability));
        EXPECT_NEAR(found, exact, 0.005 * std::abs(exact - 700.0) + 0.002 * total) << count << ' ' << probability;
      }
    }
  }
}

// Every probability, and degrees of which the device interpolates between tables that are nearly alike.
TEST(Student, QuantilesIncreaseWithTheProbability) {
  for (const std::size_t count : {1U, 2U, 8U}) {
    const IntegerModel model = law_of(count, 500.0, 0.9);
    const IntegerPredictor predictor(model);
    for (const std::int32_t deviation : {0, 100, 300, 1017, 5000}) {
      const std::vector<std::int32_t> draws = pairs(count, 700, deviation);
      std::int32_t last = predictor.quantile(draws, 1);
      for (int probability = 2; probability < 65536; ++probability) {
        const std::int32_t found = predictor.quantile(draws, static_cast<std::uint16_t>(probability));
        ASSERT_GE(found, last) << count << ' ' << deviation << ' ' << probability;
        last = found;
      }
    }
  }
}

TEST(Student, MeanAndDeviationsAreThoseOfTheHost) {
  const TrainedModel model = small_model();
  ASSERT_TRUE(model.posterior.deviations);
  const IntegerModel integer = integer_model(model, {.draws = 20});
  const IntegerPredictor predictor(integer);
  const Matrix& inputs = model.preparation.pilot_inputs;
  const std::vector<Prediction> expected = Predictor(model)(inputs);
  double mean = 0.0, spread = 0.0;
  for (std::size_t i = 0; i < inputs.rows(); ++i) {
    const auto found = predictor(predictor.codes(std::vector<double>{inputs(i, 0), inputs(i, 1), inputs(i, 2)}));
    mean += std::pow((predictor.value(found.mean) - expected[i].mean) / expected[i].std_noise, 2);
    spread += std::pow(predictor.value(found.std_model) / expected[i].std_model - 1.0, 2);
  }
  const auto count = static_cast<double>(inputs.rows());
  EXPECT_LT(std::sqrt(mean / count), 0.03);
  EXPECT_LT(std::sqrt(spread / count), 0.05);
  EXPECT_NEAR(predictor.value(integer.noise), expected[0].std_noise, 1e-3 * expected[0].std_noise);
}

TEST(Student, TheMeanIsThatOfTheCentreWhateverTheDeviations) {
  const TrainedModel model = small_model();
  const IntegerModel few = integer_model(model, {.draws = 1}), many = integer_model(model, {.draws = 20});
  const IntegerPredictor of_few(few), of_many(many);
  std::mt19937_64 random(1);
  for (int i = 0; i < 50; ++i) {
    const std::vector<std::int16_t> codes = random_codes(random, 3);
    const double difference = of_few.value(of_few(codes).mean) - of_many.value(of_many(codes).mean);
    EXPECT_LE(std::abs(difference), of_few.value(2) + of_many.value(2));
    const std::vector<std::int32_t> draws = of_many.draws(codes);
    ASSERT_EQ(draws.size(), 40U);
    for (std::size_t k = 0; k < draws.size(); k += 2)
      EXPECT_EQ(std::int64_t{draws[k]} + draws[k + 1], 2 * std::int64_t{of_many(codes).mean});
  }
}

TEST(Student, TheMixtureIsExportedAsPairsOfDraws) {
  TrainedModel model = small_model();
  model.options.law = EnsembleLaw::mixture;
  const IntegerModel integer = integer_model(model);
  EXPECT_FALSE(integer.student);
  EXPECT_EQ(integer.num_draw_values(), 8U);
  const std::size_t count = integer.num_features();
  for (std::size_t j = 0; j < count; ++j) EXPECT_EQ(integer.codes[j], -integer.codes[count + j]);
}

TEST(Student, EightBitsAreExportedAndSixteenRefused) {
  TrainedModel model = small_model({.num_features = 40, .levels = 255});
  const IntegerModel integer = integer_model(model);
  ASSERT_EQ(model.posterior.deviations->num_levels, 255U);
  EXPECT_EQ(integer.levels, IntegerLevels::values);
  EXPECT_FALSE(thrown_by([&] { check_encoding(integer, Encoding::dense); }));
  model.posterior.deviations->num_levels = 65535;
  for (const EnsembleLaw law : {EnsembleLaw::t, EnsembleLaw::mixture}) {
    model.options.law = law;
    const auto thrown = thrown_by([&] { integer_model(model); });
    ASSERT_TRUE(thrown);
    EXPECT_EQ(thrown->kind, ErrorKind::usage);
    EXPECT_EQ(thrown->message,
              "the deviations have 16 bits and a chip holds 8: fit with `levels` 255 to export this model");
  }
}

TEST(Student, TheDigestHasTheLaw) {
  const TrainedModel model = small_model();
  const std::string digest = integer_model(model).digest;
  EXPECT_EQ(digest, integer_model(model).digest);
  EXPECT_NE(digest, integer_model(model, {.interval = 0.8}).digest);
  EXPECT_NE(digest, integer_model(model, {.draws = 7}).digest);
}

TEST(Student, CalibratedModelsKeepTheirScale) {
  TrainedModel model = small_model();
  model.calibration = Calibration{.num_rows = 999, .scales = std::vector<double>(999, 1.5)};
  const IntegerModel integer = integer_model(model);
  ASSERT_TRUE(integer.student);
  const auto interval = IntegerPredictor(integer).interval({.mean = 0, .std_model = 3000, .std_total = 5000});
  EXPECT_NEAR(interval.upper, 7500, 1);
}

TEST(Student, EvaluationIsThatOfTheHost) {
  const TrainedModel model = small_model();
  const Dataset test = device_rows(3, 300, 9);
  const Evaluation host = evaluate(model, test);
  const Evaluation chip = evaluate(model, integer_model(model, {.draws = 20}), test);
  EXPECT_NEAR(chip.nll, host.nll, 0.01);
  EXPECT_NEAR(chip.crps, host.crps, 0.01 * host.crps);
  EXPECT_NEAR(chip.intervals.at("0.95").width, host.intervals.at("0.95").width, 0.02 * host.intervals.at("0.95").width);
  EXPECT_EQ(chip.interval_warnings, host.interval_warnings);
}

// y ~ N(0, 1), and its law has the variance of a sample of K.
double simulated_loss(std::size_t num_deviations, double share) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  const auto count = static_cast<double>(num_deviations);
  constexpr int num_rows = 200000;
  double sum = 0.0;
  for (int i = 0; i < num_rows; ++i) {
    double squares = 0.0;
    for (std::size_t k = 0; k < num_deviations; ++k) squares += std::pow(normal(random), 2);
    const double model = share * squares / count, total = model + 1.0 - share, y = normal(random);
    const StudentT law{.scale = std::sqrt(total), .degrees = std::max(2.0, count * std::pow(total / model, 2))};
    sum += -0.5 * (y * y + std::log(two_pi)) - log_density(law, y);
  }
  return sum / num_rows;
}

TEST(Student, TheCostOfFewDeviationsIsThatOfASimulation) {
  for (const std::size_t count : {4U, 8U})
    for (const double share : {0.2, 0.6, 1.0})
      EXPECT_NEAR(expected_loss({count, infinity}, share), simulated_loss(count, share), 0.002) << count << share;
  EXPECT_NEAR(expected_loss({20, infinity}, 1.0), 0.025, 0.001);
  EXPECT_NEAR(expected_loss({10, infinity}, 1.0), 0.051, 0.0015);
  EXPECT_NEAR(expected_loss({6, infinity}, 1.0), 0.085, 0.002);
  EXPECT_NEAR(expected_loss({4, infinity}, 1.0), 0.13, 0.003);
}

TEST(Student, TheCostIsWeightedByTheShareOfTheModel) {
  const DeviationLaw few{8, infinity}, all{20, infinity};
  const std::vector<double> shares{0.0, 0.5, 1.0};
  double expected = 0.0;
  for (const double share : shares) expected += (expected_loss(few, share) - expected_loss(all, share)) / 3.0;
  EXPECT_NEAR(deviations_cost(few, all, shares), expected, 1e-12);
  EXPECT_EQ(deviations_cost(all, all, shares), 0.0);
  const IntegerModel integer = integer_model(small_model());
  ASSERT_TRUE(integer.student->cost);
  EXPECT_GT(*integer.student->cost, 0.0);
  EXPECT_LT(*integer.student->cost, 0.04);
}

}  // namespace
}  // namespace direct::student_test
