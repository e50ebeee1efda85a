// SPDX-License-Identifier: MIT
#include <direct/tune.h>

#include <cmath>

#include <gtest/gtest.h>

namespace direct::weight_bytes_test {
namespace {

constexpr std::size_t num_features = 21;

// All weights are open but the last `num_zeros`, which are zero for certain.
TrainedModel model_of(std::size_t num_levels, PosteriorKind posterior, std::size_t num_zeros = 0) {
  const WeightPrior prior = make_prior(PriorKind::gaussian, linear_grid(-3.0, 3.0, num_levels), 1.0, num_features);
  const NoisePrior noise = make_noise_prior({1.0});
  TrainedModel model{.prior = prior, .noise = noise, .posterior = prior_as_posterior(prior, noise)};
  model.options.posterior = posterior;
  Matrix& q = model.posterior.log_probabilities.front();
  for (std::size_t j = num_features - num_zeros; j < num_features; ++j)
    for (std::size_t k = 0; k < num_levels; ++k) q(k, j) = k == num_levels / 2 ? 0.0 : -HUGE_VAL;
  return model;
}

TrainedModel learned_model(const std::string& support, std::size_t num_zeros) {
  TrainedModel model = model_of(15, PosteriorKind::draws, num_zeros);
  model.options.support = support;
  model.prior = on_grid(model.prior, learned_grid(std::vector<double>(num_features, 0.0),
                                                  std::vector<double>(num_features, 0.25), support != "learned"));
  return model;
}

TEST(WeightBytes, PacksCodesAsTightlyAsTheirLevelsAllow) {
  for (const std::size_t levels : {2, 3, 4}) EXPECT_EQ(packed_code_bits(levels), 2U) << levels;
  for (const std::size_t levels : {5, 7, 8}) EXPECT_EQ(packed_code_bits(levels), 3U) << levels;
  for (const std::size_t levels : {9, 15, 16}) EXPECT_EQ(packed_code_bits(levels), 4U) << levels;
  for (const std::size_t levels : {17, 255, 256}) EXPECT_EQ(packed_code_bits(levels), 8U) << levels;
}

TEST(WeightBytes, OfEveryDrawAreWholeBytes) {
  EXPECT_EQ(weight_bytes(model_of(3, PosteriorKind::draws)), 20U * 6U);    // 42 bits
  EXPECT_EQ(weight_bytes(model_of(7, PosteriorKind::draws)), 20U * 8U);    // 63 bits
  EXPECT_EQ(weight_bytes(model_of(15, PosteriorKind::draws)), 20U * 11U);  // 84 bits
  EXPECT_EQ(weight_bytes(model_of(255, PosteriorKind::draws)), 20U * 21U);
  TrainedModel few = model_of(15, PosteriorKind::draws);
  few.options.components = 4;
  EXPECT_EQ(weight_bytes(few), 4U * 11U);
}

TEST(WeightBytes, CountOtherPosteriorsAsTwentySamples) {
  EXPECT_EQ(weight_bytes(model_of(15, PosteriorKind::mean_field)), 20U * 11U);
  EXPECT_EQ(weight_bytes(model_of(15, PosteriorKind::mixture)), 20U * 11U);
}

TEST(WeightBytes, LeaveOutWhatIsZeroForCertain) {
  EXPECT_EQ(weight_bytes(model_of(15, PosteriorKind::draws, 6)), 20U * 8U);  // 15 weights
  EXPECT_EQ(weight_bytes(model_of(15, PosteriorKind::draws, num_features)), 0U);
}

TEST(WeightBytes, IncludeTheGridsThatWeightsHaveOfTheirOwn) {
  EXPECT_EQ(weight_bytes(learned_model("learned", 0)), 20U * 11U + 21U * 7U);
  EXPECT_EQ(weight_bytes(learned_model("learned", 6)), 20U * 8U + 15U * 7U);
  EXPECT_EQ(weight_bytes(learned_model("learned-shared", 6)), 20U * 8U + 15U * 2U + 5U);
  TrainedModel of_file = model_of(15, PosteriorKind::draws);
  of_file.options.support = "@levels.csv";
  EXPECT_EQ(weight_bytes(of_file), 20U * 11U + 21U * 15U * 4U);
}

}  // namespace
}  // namespace direct::weight_bytes_test
