// SPDX-License-Identifier: MIT
#include "laws/student.h"

#include <gtest/gtest.h>
#include <cmath>
#include <limits>

#include "laws/ensemble.h"

namespace direct::student_test {
namespace {

// A plain trapezoidal rule over the quantiles' variable, which the closed forms have to equal.
template <typename Function>
double integral(const StudentT& law, const Function& f) {
  constexpr int count = 10000;
  constexpr double reach = 14.0;  // of sinh: far into the tails
  double sum = 0.0;
  for (int i = -count; i <= count; ++i) {
    const double u = reach * i / count, x = law.location + law.scale * std::sinh(u);
    sum += f(x) * cdf_and_density(law, x).density * law.scale * std::cosh(u);
  }
  return sum * reach / count;
}

TEST(StudentT, HasADensityOfMassOneAndItsClosedForms) {
  for (const double degrees : {3.0, 7.5, 20.0, 400.0}) {
    const StudentT law{.location = -2.0, .scale = 3.0, .degrees = degrees};
    EXPECT_NEAR(integral(law, [](double) { return 1.0; }), 1.0, 1e-9) << degrees;
    for (const double y : {-20.0, -2.0, 0.5, 9.0})
      EXPECT_NEAR(mean_distance(law, y), integral(law, [&](double x) { return std::abs(x - y); }), 1e-4) << degrees;
    const double difference = integral(law, [&](double x) { return mean_distance(law, x); });
    EXPECT_NEAR(mean_difference(law), difference, 1e-4 * difference) << degrees;
  }
}

TEST(StudentT, QuantilesInvertTheCdf) {
  for (const double degrees : {2.0, 5.0, 20.0, 1e5, std::numeric_limits<double>::infinity()})
    for (const double probability : {1e-9, 0.05, 0.5, 0.9, 1.0 - 1e-6}) {
      const StudentT law{.location = 5.0, .scale = 1e-3, .degrees = degrees};
      EXPECT_NEAR(cdf_and_density(law, quantile(law, probability)).cdf, probability, 1e-9) << degrees;
    }
}

TEST(StudentT, TendsToAGaussianWithoutAJump) {
  const StudentT many{.degrees = 0.999e6}, gaussian{.degrees = std::numeric_limits<double>::infinity()};
  for (const double y : {-4.0, 0.0, 1.3}) {
    EXPECT_NEAR(log_density(many, y), log_density(gaussian, y), 1e-4);
    EXPECT_NEAR(mean_distance(many, y), mean_distance(gaussian, y), 1e-5);
  }
  EXPECT_NEAR(mean_difference(many), mean_difference(gaussian), 1e-5);
}

TEST(StudentT, KnowsHowFarIsFar) {
  const StudentT law{.location = 1.0, .scale = 2.0, .degrees = 20.0};
  for (const double y : {1e99, 1e160, -1e300}) {
    EXPECT_NEAR(mean_distance(law, y) / std::abs(y), 1.0, 1e-12) << y;
    // A density of about |y|^-21.
    EXPECT_NEAR(log_density(law, 10.0 * y) - log_density(law, y), -21.0 * std::log(10.0), 1e-8) << y;
  }
}

TEST(StudentT, IsFiniteFarOut) {
  for (const double degrees : {2.0, 20.0, std::numeric_limits<double>::infinity()}) {
    const StudentT law{.degrees = degrees};
    EXPECT_TRUE(std::isfinite(log_density(law, 1e200)));
    EXPECT_TRUE(std::isfinite(mean_distance(law, 1e140)));
    EXPECT_TRUE(std::isfinite(excess_kurtosis(law)));
  }
}

// Satterthwaite: K degrees where the model is all there is, those of the noise where the noise is.
TEST(StudentLaw, HasTheDegreesOfWhatItIsMadeOf) {
  EnsembleTerms terms{.weights = Matrix(1, 21), .noise_variance = 1.0, .noise_degrees = 50.0};
  EXPECT_NEAR(student_law(terms, {.location = 0.0, .variance = 1e12}).degrees, 20.0, 1e-6);
  EXPECT_NEAR(student_law(terms, {.location = 0.0, .variance = 1e-12}).degrees, 50.0, 1e-6);
  terms.noise_degrees = std::numeric_limits<double>::infinity();
  EXPECT_GT(student_law(terms, {.location = 0.0, .variance = 0.0}).degrees, 1e300);
  const StudentT both = student_law(terms, {.location = 3.0, .variance = 1.0});
  EXPECT_NEAR(both.degrees, 80.0, 1e-9);
  EXPECT_NEAR(both.scale, std::sqrt(2.0), 1e-12);
  EXPECT_EQ(both.location, 3.0);
}

}  // namespace
}  // namespace direct::student_test
