// SPDX-License-Identifier: MIT
// Integrals over lines against sums over all weights of tiny models, tails and gaps included.
#include "laws/link/line_integral.h"

#include <cmath>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "algebra/categorical.h"
#include "laws/link/eta_law.h"
#include "oracle/generalized.h"
#include "oracle/random_problem.h"
#include "predict/weight_terms.h"

namespace direct::line_integral_test {
namespace {

struct Row {
  explicit Row(std::uint64_t seed, double offset, double scale, std::size_t num_features = 3, std::size_t levels = 5)
      : problem(oracle::random_regression(seed, 1, num_features, levels, 0.4)),
        model(oracle::generalized_model(problem, oracle::random_posterior(problem, seed + 1), Likelihood("poisson"),
                                        offset)),
        terms(weight_terms(model)) {
    for (std::size_t j = 0; j < num_features; ++j) features.push_back(scale * problem.features(0, j));
  }
  RowTerms row() const { return RowTerms(terms, 0, features, model.preparation.scaling.target_mean); }

  // log E f by enumeration.
  double expected(const Transform& f) const {
    std::vector<double> logs;
    oracle::enumerate({.prior = model.prior, .noise = model.noise}, model.posterior,
                      [&](const oracle::Configuration& configuration) {
                        double z = model.preparation.scaling.target_mean;
                        for (std::size_t j = 0; j < features.size(); ++j) z += features[j] * configuration.weights[j];
                        logs.push_back(static_cast<double>(configuration.log_q) + log_value(f, z));
                      });
    return log_sum_exp(logs);
  }

  oracle::TinyProblem problem;
  TrainedModel model;
  WeightTerms terms;
  std::vector<double> features;
};

constexpr TransformKind p = TransformKind::gamma_p, q = TransformKind::gamma_q;

std::vector<Transform> transforms() {
  std::vector<Transform> all = {class_probability(true),        class_probability(false),
                                class_probability_square(true), class_probability_square(false),
                                class_variance(true),           class_variance(false)};
  for (const double count : {0.0, 1.0, 4.0, 30.0, 200.0}) all.push_back(count_probability(count));
  for (const double shape : {0.2, 1.0, 7.0, 60.0})
    for (const double y : {1e-3, 0.7, 20.0}) all.push_back(positive_density(y, shape));
  return all;
}

struct Tails {
  Transform p, q;
};
std::vector<Tails> tails() {
  std::vector<Tails> all;
  for (const double count : {0.0, 1.0, 4.0, 30.0, 200.0}) all.push_back({count_tail(count, p), count_tail(count, q)});
  for (const double shape : {0.2, 1.0, 7.0, 60.0})
    for (const double y : {1e-3, 0.7, 20.0}) all.push_back({positive_tail(y, shape, p), positive_tail(y, shape, q)});
  return all;
}

// An integral that says it is exact is, whether or not it is used for so few values; how many are.
int expect_exact_integrals(const Row& row, const std::vector<Transform>& all, double tolerance) {
  int num_exact = 0;
  const RowTerms terms = row.row();
  for (const Transform& f : all) {
    const LineIntegral found = line_integral({terms, f}, false);
    const double expected = row.expected(f);
    if (!found.exact || expected < -1e300) continue;
    ++num_exact;
    EXPECT_NEAR(found.log_value, expected, tolerance * (1.0 + 0.01 * std::abs(expected)))
        << static_cast<int>(f.kind) << " shape " << f.shape << " sign " << f.sign << " shift " << f.shift;
  }
  return num_exact;
}

int expect_equal(const Row& row, double tolerance) {
  for (const Transform& f : transforms()) {
    const double expected = row.expected(f);
    EXPECT_NEAR(log_expectation(row.row(), f), expected, tolerance * (1.0 + 0.01 * std::abs(expected)))
        << static_cast<int>(f.kind) << " shape " << f.shape << " sign " << f.sign << " shift " << f.shift;
  }
  const EtaLaw predictor{.products = {{0.0, row.row()}}};
  std::vector<Transform> small_tails;
  for (const Tails& of : tails()) {
    const IncompleteGamma found = expected_tails(predictor, of.p, of.q);
    const double expected_p = std::exp(row.expected(of.p)), expected_q = std::exp(row.expected(of.q));
    EXPECT_NEAR(found.p, expected_p, tolerance * expected_p) << of.p.shape << " sign " << of.p.sign;
    EXPECT_NEAR(found.q, expected_q, tolerance * expected_q) << of.q.shape << " sign " << of.p.sign;
    if (std::min(expected_p, expected_q) > 1e-300) small_tails.push_back(expected_p < expected_q ? of.p : of.q);
  }
  return expect_exact_integrals(row, transforms(), tolerance) + expect_exact_integrals(row, small_tails, tolerance);
}

TEST(LineIntegral, EqualsEnumeration) {
  int num_exact = 0;
  for (const std::uint64_t seed : {1, 2, 3, 4})
    for (const double offset : {-40.0, -8.0, -2.0, 0.0, 1.0, 4.0, 7.0, 30.0})
      for (const double scale : {0.001, 0.05, 0.3, 1.0}) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << " offset " << offset << " scale " << scale);
        num_exact += expect_equal(Row(seed, offset, scale), 1e-10);
      }
  EXPECT_GT(num_exact, 3200);  // of less than 5120
}

TEST(LineIntegral, OfManyWeightsEqualsEnumeration) {
  for (const double offset : {-6.0, 0.5, 5.0})
    for (const double scale : {0.02, 0.2, 0.6}) {
      SCOPED_TRACE(testing::Message() << "offset " << offset << " scale " << scale);
      expect_equal(Row(9, offset, scale, 7, 3), 1e-10);
    }
}

// Features that are all the same put z on a lattice, whose characteristic function has a peak wherever the phases meet.
TEST(LineIntegralLong, SeesEveryPeakOfALattice) {
  for (const double offset : {0.0, 3.0, 7.0})
    for (const double spacing : {0.02, 0.1, 0.5}) {
      SCOPED_TRACE(testing::Message() << "offset " << offset << " spacing " << spacing);
      Row row(9, offset, 1.0, 8, 3);
      for (double& feature : row.features) feature = spacing / 3.0;
      expect_equal(row, 1e-10);
      const double count = std::round(std::exp(offset + 0.4 * spacing));
      EXPECT_NEAR(log_expectation(row.row(), count_probability(count)), row.expected(count_probability(count)), 1e-10);
    }
}

TEST(LineIntegral, HasNoTroubleWithExtremeOffsets) {
  for (const double offset : {-600.0, 600.0}) {
    const Row row(5, offset, 0.3);
    for (const Transform& f : transforms()) {
      const double expected = row.expected(f), found = log_expectation(row.row(), f);
      ASSERT_TRUE(std::isfinite(found));
      const double tolerance = expected > -1e300 ? 1e-11 * (1.0 + std::abs(expected)) : 1e308;
      EXPECT_NEAR(found, expected, tolerance);
    }
  }
}

}  // namespace
}  // namespace direct::line_integral_test
