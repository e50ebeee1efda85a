// SPDX-License-Identifier: MIT
#include "fit/left_out_rows.h"

#include <gtest/gtest.h>
#include <cmath>

#include <direct/fit.h>

#include "algebra/cholesky.h"
#include "algebra/dense.h"
#include "algebra/random.h"

namespace direct::left_out_rows_test {
namespace {

double normal(std::size_t index) { return random_normal(51, RandomStream::generator, index); }

// Each row by itself: the regression of the others, solved anew.
TEST(LeftOutRows, ArePredictedFromTheOthers) {
  constexpr std::size_t n = 7, b = 3;
  Matrix features(n, b);
  std::vector<double> targets;
  for (std::size_t i = 0; i < features.size(); ++i) features.data()[i] = normal(i);
  for (std::size_t i = 0; i < n; ++i) targets.push_back(normal(100 + i));
  const std::vector<double> variances{0.5, 1.0, 2.0};
  constexpr double noise = 0.3;
  LeftOutScores expected;
  for (std::size_t left = 0; left < n; ++left) {
    Matrix precision(b, b);
    std::vector<double> mean(b, 0.0), row(b);
    for (std::size_t j = 0; j < b; ++j) precision(j, j) = 1.0 / variances[j];
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; i != left && j < b; ++j) {
        mean[j] += features(i, j) * targets[i] / noise;
        for (std::size_t k = 0; k < b; ++k) precision(j, k) += features(i, j) * features(i, k) / noise;
      }
    for (std::size_t j = 0; j < b; ++j) row[j] = features(left, j);
    ASSERT_TRUE(factorise(precision));
    solve_factorised(precision, mean);
    std::vector<double> solved = row;
    solve_factorised(precision, solved);
    const double variance = noise + view(row).dot(view(solved)), error = targets[left] - view(row).dot(view(mean));
    expected.mean_square += error * error / n;
    expected.nll += 0.5 * (error * error / variance + std::log(variance)) / n;
  }
  const auto found = left_out_scores(features, variances, noise, targets);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->mean_square, expected.mean_square, 1e-10);
  EXPECT_NEAR(found->nll, expected.nll, 1e-10);
}

// A sensor that is smooth and nearly without noise needs 12 bits; one with noise does not.
TEST(FeatureBits, AreThoseThatThePilotRowsNeed) {
  const auto bits_for = [](double noise) {
    const std::string path = testing::TempDir() + "/feature_bits.csv";
    std::FILE* file = std::fopen(path.c_str(), "w");
    std::fprintf(file, "a,b,y\n");
    for (std::size_t i = 0; i < 400; ++i) {
      const double a = std::round(4095.0 * random_uniform(1, RandomStream::generator, i));
      const double c = random_uniform(2, RandomStream::generator, i);
      std::fprintf(file, "%.0f,%.17g,%.17g\n", a, c, std::sin(a / 700.0) * (1.0 + c) + noise * normal(i));
    }
    std::fclose(file);
    const Preparation preparation = prepare(open_dataset({path}), {.threads = 1}).preparation;
    std::remove(path.c_str());
    return preparation.features.integer->value_bits;
  };
  EXPECT_EQ(bits_for(1e-4), 12);
  EXPECT_EQ(bits_for(0.3), 8);
}

}  // namespace
}  // namespace direct::left_out_rows_test
