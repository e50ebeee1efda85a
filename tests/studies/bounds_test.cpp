// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "bounds/entropy_curves.h"
#include "bounds/logistic_bounds.h"
#include "oracle/property.h"

namespace study::bounds_test {
namespace {

using Random = std::mt19937_64;

double between(double low, double high, Random& random) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

std::vector<double> random_probabilities(std::size_t count, double deviation, Random& random) {
  std::normal_distribution<double> logit(0.0, deviation);
  std::vector<double> probabilities(count);
  for (double& p : probabilities) p = std::exp(logit(random));
  double sum = 0.0;
  for (const double p : probabilities) sum += p;
  for (double& p : probabilities) p /= sum;
  return probabilities;
}

GridLaw random_weight(std::size_t num_levels, Random& random) {
  return {.first = between(-4.0, 4.0, random),
          .step = between(0.01, 2.0, random),
          .probabilities = random_probabilities(num_levels, 2.0, random)};
}

direct::Posterior random_mixture(Random& random) {
  const std::size_t num_components = 1 + random() % 4, num_weights = 1 + random() % 4, num_levels = 2 + random() % 4;
  const double deviation = between(0.1, 5.0, random);
  direct::Posterior q{.log_component_weights = random_probabilities(num_components, 1.0, random),
                      .log_probabilities = {},
                      .noise_log_probabilities = {0.0}};
  for (double& weight : q.log_component_weights) weight = std::log(weight);
  for (std::size_t i = 0; i < num_components; ++i) {
    direct::Matrix log_probabilities(num_levels, num_weights);
    for (std::size_t j = 0; j < num_weights; ++j)
      std::ranges::transform(random_probabilities(num_levels, deviation, random), log_probabilities.column(j).begin(),
                             [](double p) { return std::log(p); });
    q.log_probabilities.push_back(log_probabilities);
  }
  return q;
}

// E f(z) of the sum of independent weights that have the same law, weight vector by weight vector.
long double enumerated(const GridLaw& weight, std::size_t count, const std::function<long double(long double)>& f,
                       long double z = 0.0L) {
  if (count == 0) return f(z);
  long double sum = 0.0L;
  for (std::size_t k = 0; k < weight.probabilities.size(); ++k)
    sum += static_cast<long double>(weight.probabilities[k]) *
           enumerated(weight, count - 1, f, z + weight.first + static_cast<long double>(k) * weight.step);
  return sum;
}

long double exact_log_sigmoid(long double z) { return -std::log1p(std::exp(-z)); }

// The largest over a mesh of tilts.
long double enumerated_tilted(const GridLaw& weight, std::size_t count) {
  const long double centre = enumerated(weight, count, [](long double z) { return z; });
  long double best = -HUGE_VALL;
  for (int i = 0; i <= 200; ++i) {
    const long double a = i / 200.0L;
    const long double mean =
        enumerated(weight, count, [&](long double z) { return std::exp(a * z) + std::exp((a - 1.0L) * z); });
    best = std::max(best, a * centre - std::log(mean));
  }
  return best;
}

// -sum q log q, with the number of the weight vector written out in digits.
long double naive_entropy(const direct::Posterior& q) {
  const std::size_t num_levels = q.log_probabilities.front().rows(), num_weights = q.log_probabilities.front().cols();
  const auto count = static_cast<std::size_t>(std::llround(std::pow(num_levels, num_weights)));
  long double entropy = 0.0L;
  for (std::size_t vector = 0; vector < count; ++vector) {
    long double probability = 0.0L;
    for (std::size_t i = 0; i < q.num_components(); ++i) {
      long double log_joint = q.log_component_weights[i];
      for (std::size_t j = 0, rest = vector; j < num_weights; ++j, rest /= num_levels)
        log_joint += q.log_probabilities[i](rest % num_levels, j);
      probability += std::exp(log_joint);
    }
    entropy -= probability * std::log(probability);
  }
  return entropy;
}

bool is_near(double value, long double expected, double tolerance = 1e-12) {
  return std::abs(static_cast<double>(value - expected)) <= tolerance * std::max(1.0, std::abs(value));
}

PROPERTY(LogisticBounds, AreWhatEnumerationGives, (std::uint64_t seed)) {
  Random random(seed);
  const std::size_t count = 1 + random() % 3;
  const GridLaw weight = random_weight(5, random), law = sum_of(weight, count);
  const auto expected = [&](const auto& f) { return enumerated(weight, count, f); };
  const long double first = expected([](long double z) { return z; });
  const long double touching = std::sqrt(expected([](long double z) { return z * z; }));
  ASSERT_TRUE(is_near(mean(law), first));
  ASSERT_TRUE(is_near(std::sqrt(mean_square(law)), touching));
  ASSERT_TRUE(is_near(expected_log_sigmoid(law), expected(exact_log_sigmoid)));
  ASSERT_TRUE(is_near(expected_taylor(law), expected([](long double z) { return -std::exp(-z); })));
  ASSERT_TRUE(is_near(expected_quadratic(law), exact_log_sigmoid(touching) + (first - touching) / 2.0L));
  // The curvature by the tilt is a variance of z, and the best tilt within 1/400 of the mesh.
  const double range = law.value(law.probabilities.size() - 1) - law.first;
  const double gain = expected_tilted(law) - static_cast<double>(enumerated_tilted(weight, count));
  ASSERT_TRUE(gain > -1e-12);
  ASSERT_TRUE(gain <= range * range / 8.0 / (400.0 * 400.0));
}

PROPERTY(LogisticBounds, AreNeverAboveTheExactExpectation, (std::uint64_t seed)) {
  Random random(seed);
  const GridLaw weight = random_weight(2 + random() % 14, random), law = sum_of(weight, 1 + random() % 8);
  const double largest = std::max(std::abs(law.first), std::abs(law.value(law.probabilities.size() - 1)));
  const double room = 1e-12 * std::max(1.0, largest);  // of rounding, where terms of the size of z cancel
  const double most = expected_log_sigmoid(law) + room;
  ASSERT_TRUE(expected_taylor(law) <= most);
  ASSERT_TRUE(expected_quadratic(law) <= most);
  ASSERT_TRUE(expected_tilted(law) <= most);
  ASSERT_TRUE(expected_tilted(law, between(0.0, 1.0, random)) <= expected_tilted(law) + room);
}

PROPERTY(LogisticBounds, QuadraticAtItsBestIsTheExpectationOfTheParabola, (std::uint64_t seed)) {
  Random random(seed);
  const GridLaw law = random_weight(7, random);
  const auto expected = [&](double touching) {
    return enumerated(law, 1, [&](long double z) { return quadratic_bound(static_cast<double>(z), touching); });
  };
  ASSERT_TRUE(is_near(expected_quadratic(law), expected(std::sqrt(mean_square(law)))));
  ASSERT_TRUE(expected(between(0.0, 10.0, random)) <= expected_quadratic(law) + 1e-12);
}

TEST(LogisticBounds, AtAPointTiltedIsExactForEveryTiltAndQuadraticAtItsBest) {
  for (const double z : {-700.0, -6.0, -0.3, 0.0, 1.0, 5.0, 700.0}) {
    const GridLaw point{.first = z, .step = 1.0, .probabilities = {1.0}};
    const double room = 1e-14 * std::max(1.0, std::abs(z));
    for (const double tilt : {0.0, 0.2, 0.5, 1.0}) EXPECT_NEAR(expected_tilted(point, tilt), log_sigmoid(z), room);
    EXPECT_NEAR(expected_tilted(point), log_sigmoid(z), room);
    EXPECT_NEAR(expected_quadratic(point), log_sigmoid(z), room);
  }
}

TEST(LogisticBounds, QuadraticTouchesAtPlusAndMinusAndNowhereElse) {
  for (const double touching : {0.0, 1e-5, 1e-3, 1.0, 3.0, 20.0})
    for (const double z : {-25.0, -3.0, -1.0, 0.5, 1.0, 3.0, 12.0}) {
      EXPECT_NEAR(quadratic_bound(touching, touching), log_sigmoid(touching), 1e-14);
      EXPECT_NEAR(quadratic_bound(-touching, touching), log_sigmoid(-touching), 1e-14);
      EXPECT_EQ(quadratic_bound(z, touching) > log_sigmoid(z) - 1e-9, std::abs(z) == touching);
    }
}

TEST(LogisticBounds, TaylorIsTightFarOutOnItsOwnSideAndOffByAnExponentialOnTheOther) {
  for (const double z : {4.0, 8.0, 16.0}) {
    EXPECT_NEAR(right_taylor(z), log_sigmoid(z), 0.51 * std::exp(-2.0 * z));
    EXPECT_NEAR(left_taylor(-z), log_sigmoid(-z), 0.51 * std::exp(-2.0 * z) + 1e-14);
    EXPECT_LT(right_taylor(-z), log_sigmoid(-z) - 0.9 * std::exp(z) + z + 1.0);
    EXPECT_LT(left_taylor(z), log_sigmoid(z) - 0.9 * std::exp(z) + z);
  }
}

// The other class: -z has the likelihood of the other label.
TEST(LogisticBounds, TheTwoExpansionsAreMirrorImages) {
  for (const double z : {-5.0, -1.0, 0.0, 2.0}) EXPECT_NEAR(left_taylor(z) - z, right_taylor(-z), 1e-13);
}

TEST(LogitLaw, HasTheMeanAndTheDeviationAskedFor) {
  for (const double centre : {-6.0, 0.0, 2.5}) {
    const GridLaw law = logit_law(centre, 1.5);
    double sum = 0.0;
    for (const double p : law.probabilities) sum += p;
    EXPECT_EQ(law.probabilities.size(), 20U * 14U + 1U);
    EXPECT_NEAR(sum, 1.0, 1e-13);
    EXPECT_NEAR(mean(law), centre, 1e-13);
    EXPECT_NEAR(mean_square(law) - centre * centre, 2.25, 1e-12);
  }
}

TEST(Tangent, TouchesOnceAndTheEnvelopeIsTheLogarithm) {
  for (const double q : {0.01, 0.25, 0.5, 1.0}) {
    EXPECT_NEAR(tangent(q, q), -std::log(q), 1e-14);
    for (const double touching : {0.1, 0.4, 0.75}) EXPECT_LT(tangent(q, touching), -std::log(q));
  }
}

PROPERTY(EntropyBounds, AreInOrderAndNeverAboveEnumeration, (std::uint64_t seed)) {
  Random random(seed);
  const direct::Posterior q = random_mixture(random);
  const EntropyBounds bounds = entropy_bounds(q);
  const double room = 1e-10;
  ASSERT_TRUE(is_near(bounds.exact, naive_entropy(q)));
  ASSERT_TRUE(bounds.taylor_plain <= bounds.taylor_scaled + room);
  ASSERT_TRUE(bounds.taylor_scaled <= bounds.taylor_best + room);
  ASSERT_TRUE(bounds.taylor_best <= bounds.exact + room);
  ASSERT_TRUE(bounds.pairwise <= bounds.exact + room);
  ASSERT_TRUE(is_near(bounds.larger, std::max(bounds.pairwise, bounds.taylor_scaled)));
}

// It is concave in log a: where the slope is zero is the top.
TEST(EntropyBounds, TheBestCenterHasNoSlope) {
  for (const double separation : {0.5, 1.5, 3.0, 6.0}) {
    const direct::Posterior q = separated_mixture(separation);
    const direct::Matrix center = best_log_center(q);
    direct::Matrix slope(center.rows(), center.cols());
    direct::taylor_entropy(q, center, direct::TaylorScale::best, nullptr, &slope);
    for (const double value : slope.values()) EXPECT_NEAR(value, 0.0, 1e-6);
  }
}

TEST(EntropyBounds, EqualComponentsHaveTheEntropyOfOne) {
  const direct::Posterior q = separated_mixture(0.0);
  const EntropyBounds bounds = entropy_bounds(q);
  const double one = direct::entropy(q.log_probabilities.front());
  for (const double value :
       {bounds.exact, bounds.taylor_plain, bounds.taylor_scaled, bounds.taylor_best, bounds.pairwise, bounds.larger})
    EXPECT_NEAR(value, one, 1e-12);
}

TEST(EntropyBounds, FarApartTheChoiceOfComponentIsAddedAndOnlyTheMarginalsMissIt) {
  const direct::Posterior q = separated_mixture(8.0);
  const EntropyBounds bounds = entropy_bounds(q);
  const double chosen = -0.3 * std::log(0.3) - 0.7 * std::log(0.7);
  EXPECT_NEAR(bounds.exact, direct::entropy(q.log_probabilities.front()) + chosen, 1e-6);
  EXPECT_NEAR(bounds.pairwise, bounds.exact, 1e-5);
  EXPECT_NEAR(bounds.taylor_best, bounds.exact, 1e-3);
  EXPECT_LT(bounds.taylor_scaled, bounds.exact - 0.3);
  EXPECT_LT(bounds.taylor_plain, bounds.taylor_scaled - 2.0);
}

}  // namespace
}  // namespace study::bounds_test
