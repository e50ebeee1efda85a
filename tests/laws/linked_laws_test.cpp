// SPDX-License-Identifier: MIT
// Laws through a link by what defines them: a CRPS by its integral over samples of the law itself, samples by their
// moments, and the law of any likelihood at certain eta by the likelihood.
#include "laws/link/linked_laws.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include <direct/error.h>
#include <gtest/gtest.h>

#include "algebra/constants.h"
#include "laws/link/conditional_law.h"
#include "laws/scaled_law.h"
#include "likelihoods/family.h"

namespace direct::linked_laws_test {
namespace {

// eta is t with 20 degrees of freedom.
EtaLaw student_eta(double location, double scale) {
  const EnsembleTerms terms{.weights = Matrix(1, 21), .nodes = student_nodes(20.0)};
  std::vector<double> products(21, scale);
  products.front() = location;
  return eta_of_ensemble(terms, products, 0.0);
}

DispersionLaw two_dispersions() {
  return {.levels = {{0.3, 0.75, std::log(0.75)}, {1.2, 0.25, std::log(0.25)}}, .mean = 0.525};
}

std::vector<Distribution> distributions(double location, double scale) {
  std::vector<Distribution> result;
  result.emplace_back(std::shared_ptr<const Law>(class_law(student_eta(location, scale))));
  result.emplace_back(std::shared_ptr<const Law>(count_law(student_eta(location, scale))));
  result.emplace_back(std::shared_ptr<const Law>(positive_law(student_eta(location, scale), two_dispersions())));
  result.emplace_back(Likelihood("gaussian").family().law(student_eta(location, scale), two_dispersions()));
  return result;
}

TEST(LinkedLaw, SamplesHaveItsMeanAndDeviation) {
  constexpr std::size_t count = 4000;
  for (const Distribution& of : distributions(0.7, 0.2)) {
    const std::vector<double> sample = of.sample(count, 3);
    EXPECT_EQ(sample, of.sample(count, 3));
    double mean = 0.0, variance = 0.0, fourth = 0.0;
    for (const double y : sample) mean += y / count;
    for (const double y : sample) variance += (y - mean) * (y - mean) / count;
    for (const double y : sample) fourth += std::pow(y - mean, 4) / count;
    const double total = of.prediction().std_total;
    EXPECT_NEAR(mean, of.prediction().mean, 4.0 * total / std::sqrt(count));
    EXPECT_NEAR(variance, total * total, 5.0 * std::sqrt((fourth - variance * variance) / count));
  }
}

// E|Y - y| - E|Y - Y'| / 2, over samples.
TEST(LinkedLaw, CrpsIsThatOfItsSamples) {
  constexpr std::size_t count = 4000;
  for (const Distribution& of : distributions(1.1, 0.3)) {
    std::vector<double> sample = of.sample(count, 5);
    std::ranges::sort(sample);
    double difference = 0.0;  // E|Y - Y'|, by the order of the sample
    for (std::size_t i = 0; i < count; ++i)
      difference += 2.0 * sample[i] * (2.0 * static_cast<double>(i) + 1.0 - count) / (1.0 * count * count);
    for (const double y : {0.0, 1.0, 2.0, 9.0}) {
      double distance = 0.0;
      for (const double value : sample) distance += std::abs(value - y) / count;
      EXPECT_NEAR(of.crps(y), distance - 0.5 * difference, 5.0 * of.prediction().std_total / std::sqrt(count)) << y;
    }
  }
}

TEST(LinkedLaw, CrpsOfCountsIsASum) {
  const Distribution counts(std::shared_ptr<const Law>(count_law(student_eta(2.0, 0.1))));
  for (const double y : {-1.5, 0.0, 3.0, 7.5, 40.0}) {
    double expected = std::max(0.0, -y);
    constexpr int steps = 100;
    for (int k = 0; k < 200 * steps; ++k) {
      const double x = (k + 0.5) / steps, f = counts.cdf(x);
      expected += (x < y ? f * f : (1.0 - f) * (1.0 - f)) / steps;
    }
    EXPECT_NEAR(counts.crps(y), expected, 1e-6) << y;
  }
}

TEST(LinkedLaw, OfManyCountsHasACrpsToo) {
  const Distribution counts(std::shared_ptr<const Law>(count_law(student_eta(13.0, 0.1))));
  const double mean = counts.prediction().mean, total = counts.prediction().std_total;
  EXPECT_NEAR(counts.crps(std::floor(mean)), 0.2337 * total, 0.01 * total);  // of a Gaussian: (sqrt(2) - 1) / sqrt(pi)
}

TEST(LinkedLaw, ShortestIntervalsHoldWhatTheySayAndAreNoLonger) {
  for (const Distribution& of : distributions(0.7, 0.2)) {
    const Interval central = of.interval(0.8), shortest = of.shortest_interval(0.8);
    EXPECT_LE(shortest.upper - shortest.lower, central.upper - central.lower);
    EXPECT_GE(of.cdf(shortest.upper) - of.cdf(shortest.lower - 1e-9), 0.8 - 1e-6);
  }
}

// A Gaussian y given eta and the variance, and eta one value: closed forms say the rest.
TEST(ConditionalLaw, OfCertainEtaIsAMixture) {
  EtaLaw eta{.values = {{0.0, 2.0}}, .mean = 2.0};
  const Distribution found(Likelihood("gaussian").family().law(eta, two_dispersions()));
  ScaledLawParts parts{.prediction = found.prediction()};
  parts.shape = GaussianMixture{.parts = {{0.75, 2.0, 0.3}, {0.25, 2.0, 1.2}}};
  const Distribution expected(std::make_shared<const ScaledLaw>(std::move(parts)));
  EXPECT_NEAR(found.prediction().mean, 2.0, 1e-15);
  EXPECT_NEAR(found.prediction().std_total, std::sqrt(0.525), 1e-14);
  EXPECT_EQ(found.prediction().std_model, 0.0);
  for (const double y : {-3.0, 1.9, 2.4, 6.0}) {
    EXPECT_NEAR(found.cdf(y), expected.cdf(y), 1e-14);
    EXPECT_NEAR(found.log_density(y), expected.log_density(y), 1e-12);
    EXPECT_NEAR(found.crps(y), expected.crps(y), 1e-7);
  }
  for (const double p : {1e-6, 0.1, 0.5, 0.999}) EXPECT_NEAR(found.quantile(p), expected.quantile(p), 1e-8);
  EXPECT_THROW(found.entropy(), Error);
  EXPECT_THROW(found.skewness(), Error);
}

TEST(Distribution, RefusesNaN) {
  for (const Distribution& of : distributions(0.7, 0.2)) {
    EXPECT_THROW(of.cdf(std::nan("")), Error);
    EXPECT_THROW(of.density(std::nan("")), Error);
    EXPECT_THROW(of.crps(std::nan("")), Error);
    EXPECT_EQ(of.log_density(std::nan("")), -largest_double);
  }
}

}  // namespace
}  // namespace direct::linked_laws_test
