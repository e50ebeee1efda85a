// SPDX-License-Identifier: MIT
#include <direct/elbo.h>
#include <direct/entropy.h>

#include <gtest/gtest.h>
#include <cmath>
#include <map>

#include <boost/math/distributions/chi_squared.hpp>

#include "algebra/categorical.h"
#include "oracle/enumerate.h"
#include "oracle/property.h"
#include "oracle/random_problem.h"
#include "oracle/threads.h"
#include "posterior/mixtures.h"

namespace direct::sampled_entropy_test {
namespace {

std::size_t code_of(const StratifiedSamples& samples, std::size_t num_components, std::size_t j, std::size_t i,
                    std::size_t t) {
  return samples.codes[(j * num_components + i) * samples.per_component + t];
}

// How often each weight vector comes from component i.
std::map<std::vector<std::size_t>, double> frequencies(const StratifiedSamples& samples, std::size_t num_components,
                                                       std::size_t num_weights, std::size_t i) {
  std::map<std::vector<std::size_t>, double> counts;
  for (std::size_t t = 0; t < samples.per_component; ++t) {
    std::vector<std::size_t> codes;
    for (std::size_t j = 0; j < num_weights; ++j) codes.push_back(code_of(samples, num_components, j, i, t));
    ++counts[codes];
  }
  return counts;
}

double probability(const Matrix& log_q, const std::vector<std::size_t>& codes) {
  double log_sum = 0.0;
  for (std::size_t j = 0; j < codes.size(); ++j) log_sum += log_q(codes[j], j);
  return std::exp(log_sum);
}

// Every vector that can come does come here, so that the sum over those seen is the sum over all.
TEST(StratifiedSamples, HaveTheFrequenciesOfTheirComponents) {
  for (const std::size_t num_weights : {2U, 3U}) {
    const std::size_t levels = 3;
    const Posterior q = mixtures::perturbed(num_weights, levels, 3, 0.5, num_weights);
    const StratifiedSamples samples = stratified_samples(q, 600'000, 11, 2);
    ASSERT_EQ(samples.per_component, 200'000U);
    for (std::size_t i = 0; i < 3; ++i) {
      double chi_square = 0.0;
      const auto counts = frequencies(samples, 3, num_weights, i);
      for (const auto& [codes, count] : counts) {
        const double expected = probability(q.log_probabilities[i], codes) * 200'000.0;
        chi_square += (count - expected) * (count - expected) / expected;
      }
      ASSERT_EQ(counts.size(), static_cast<std::size_t>(std::pow(levels, num_weights)));
      const boost::math::chi_squared distribution(static_cast<double>(counts.size() - 1));
      EXPECT_LT(chi_square, quantile(complement(distribution, 1e-6))) << num_weights << " weights, component " << i;
    }
  }
}

TEST(StratifiedSamples, AreWholeNumbersPerComponentAndDifferBySeedAndRound) {
  const Posterior q = mixtures::perturbed(20, 4, 3, 0.5, 1);
  const StratifiedSamples samples = stratified_samples(q, 100, 1, 0);
  EXPECT_EQ(samples.per_component, 34U);
  EXPECT_EQ(samples.codes.size(), 20U * 3U * 34U);
  EXPECT_EQ(samples.codes, stratified_samples(q, 100, 1, 0).codes);
  EXPECT_NE(samples.codes, stratified_samples(q, 100, 2, 0).codes);
  EXPECT_NE(samples.codes, stratified_samples(q, 100, 1, 1).codes);
}

TEST(StratifiedSamples, NeverHaveALevelWithoutProbability) {
  Matrix log_q(256, 3, -HUGE_VAL);
  log_q(255, 0) = 0.0;
  for (std::size_t k = 0; k < 256; k += 3) log_q(k, 1) = -std::log(86.0);
  for (std::size_t k = 1; k < 256; ++k) log_q(k, 2) = -0.3 * static_cast<double>(k);
  normalise_log(log_q.column(2));
  const Posterior q{.log_component_weights = {0.0}, .log_probabilities = {log_q}};
  const StratifiedSamples samples = stratified_samples(q, 100'001, 5, 0);
  for (std::size_t j = 0; j < 3; ++j)
    for (std::size_t t = 0; t < samples.per_component; ++t)
      ASSERT_GT(log_q(code_of(samples, 1, j, 0, t), j), -HUGE_VAL) << j;
}

TEST(SampledEntropy, DoesNotDependOnTheNumberOfThreads) {
  const Posterior q = mixtures::perturbed(100, 15, 5, 0.5, 1);
  const auto run = [&] {
    const StratifiedSamples samples = stratified_samples(q, 1503, 1, 7);
    MixtureGradient gradient = zero_gradient(q), paper = zero_gradient(q);
    const Estimate estimate = sampled_entropy(q, samples, &gradient);
    const double surrogate = surrogate_entropy(q, samples, &paper);
    return std::tuple(samples.codes, estimate.value, estimate.standard_error, mixtures::flat(gradient), surrogate,
                      mixtures::flat(paper));
  };
  const auto one = oracle::on_threads(1, run);
  EXPECT_EQ(one, oracle::on_threads(2, run));
  EXPECT_EQ(one, oracle::on_threads(7, run));
}

// Means of many rounds of few samples, each with an estimate of its error.
class Means {
 public:
  void add(const std::vector<double>& values) {
    sums_.resize(values.size());
    squares_.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      sums_[i] += values[i];
      squares_[i] += values[i] * values[i];
    }
    ++count_;
  }
  void expect_near(const std::vector<double>& expected) const {
    ASSERT_EQ(sums_.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const double mean = sums_[i] / count_, variance = squares_[i] / count_ - mean * mean;
      EXPECT_NEAR(mean, expected[i], 5.0 * std::sqrt(std::max(0.0, variance) / count_) + 1e-9) << i;
    }
  }

 private:
  std::vector<double> sums_, squares_;
  double count_ = 0.0;
};

struct Tiny {
  oracle::TinyProblem problem = oracle::with_mixture_prior(oracle::random_problem(3), 3, 5);
  Posterior q = oracle::random_mixture(problem, 3, 4);
};

// Values and gradients by logits of `estimate`, in many rounds of `count` samples.
template <typename Function>
Means rounds_of(const Posterior& q, std::size_t count, const Function& estimate) {
  Means means;
  for (std::uint64_t round = 0; round < 120'000 / count; ++round) {
    MixtureGradient gradient = zero_gradient(q);
    const double value = estimate(stratified_samples(q, count, 9, round), gradient);
    to_logits(q, gradient);
    std::vector<double> all = mixtures::flat(gradient);
    all.push_back(value);
    means.add(all);
  }
  return means;
}

std::vector<double> gradient_and_value(const Posterior& q, const std::function<double(const Posterior&)>& value) {
  std::vector<double> all = mixtures::differences(q, value);
  all.push_back(value(q));
  return all;
}

TEST(SampledEntropy, IsUnbiasedWithItsGradient) {
  const Tiny tiny;
  const auto exact = gradient_and_value(tiny.q, [&](const Posterior& q) { return oracle::entropy(tiny.problem, q); });
  for (const std::size_t count : {3U, 6U, 30U})  // also one of each component
    rounds_of(tiny.q, count, [&](const StratifiedSamples& samples, MixtureGradient& gradient) {
      return sampled_entropy(tiny.q, samples, &gradient).value;
    }).expect_near(exact);
}

TEST(SurrogateEntropy, HasAnUnbiasedGradientOfMinusTheEntropy) {
  const Tiny tiny;
  auto exact = mixtures::differences(tiny.q, [&](const Posterior& q) { return -oracle::entropy(tiny.problem, q); });
  exact.push_back(0.0);
  for (const std::size_t count : {3U, 30U})
    rounds_of(tiny.q, count, [&](const StratifiedSamples& samples, MixtureGradient& gradient) {
      surrogate_entropy(tiny.q, samples, &gradient);
      return 0.0;  // the value means nothing
    }).expect_near(exact);
}

TEST(SampledLogPrior, IsUnbiasedWithItsGradientForAnyResponsibilities) {
  const Tiny tiny;
  const auto exact =
      gradient_and_value(tiny.q, [&](const Posterior& q) { return oracle::expected_log_prior(tiny.problem, q); });
  for (const auto& shares :
       {responsibilities(tiny.q, tiny.problem.prior), {{1.0, 0.0, 0.0}, {0.2, 0.3, 0.5}, {0.0, 0.0, 0.0}}})
    for (const std::size_t count : {3U, 30U})
      rounds_of(tiny.q, count, [&](const StratifiedSamples& samples, MixtureGradient& gradient) {
        return sampled_log_prior(tiny.q, tiny.problem.prior, shares, samples, &gradient).value;
      }).expect_near(exact);
}

PROPERTY(SampledEntropy, IsWithinItsStandardErrors, (std::uint64_t seed)) {
  const auto problem = oracle::with_mixture_prior(oracle::random_problem(seed), 3, seed + 5);
  const Posterior q = oracle::random_mixture(problem, 1 + seed % 4, seed + 1);
  const StratifiedSamples samples = stratified_samples(q, 2000, seed, 0);
  const auto near = [](const Estimate& estimate, double exact) {
    return std::abs(estimate.value - exact) < 6.0 * estimate.standard_error + 1e-12;
  };
  ASSERT_TRUE(near(sampled_entropy(q, samples), oracle::entropy(problem, q)));
  ASSERT_TRUE(near(sampled_log_prior(q, problem.prior, responsibilities(q, problem.prior), samples),
                   oracle::expected_log_prior(problem, q)));
}

PROPERTY(SampledEntropy, OfOneComponentIsExact, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const Posterior q = oracle::random_posterior(problem, seed + 1);
  const StratifiedSamples samples = stratified_samples(q, 10, seed, 0);
  MixtureGradient sampled = zero_gradient(q), exact = zero_gradient(q);
  const Estimate estimate = sampled_entropy(q, samples, &sampled);
  ASSERT_TRUE(std::abs(estimate.value - pairwise_entropy(q, &exact)) < 1e-12);
  ASSERT_TRUE(estimate.standard_error < 1e-12);
  to_logits(q, sampled);
  to_logits(q, exact);
  for (std::size_t i = 0; i < mixtures::flat(exact).size(); ++i)
    ASSERT_TRUE(std::abs(mixtures::flat(sampled)[i] - mixtures::flat(exact)[i]) < 1e-12);
}

PROPERTY(SampledLogPrior, OfAProductPriorIsExact, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const Posterior q = oracle::random_mixture(problem, 1 + seed % 4, seed + 1);
  const StratifiedSamples samples = stratified_samples(q, 10, seed, 0);
  const Estimate estimate = sampled_log_prior(q, problem.prior, responsibilities(q, problem.prior), samples);
  ASSERT_TRUE(std::abs(estimate.value - oracle::expected_log_prior(problem, q)) < 1e-11);
  ASSERT_TRUE(estimate.standard_error == 0.0);
}

// The value by its definition, with the weights of the strata held where they were.
double surrogate_value(const Posterior& strata, const Posterior& q, const StratifiedSamples& samples) {
  double sum = 0.0;
  const std::size_t count = q.num_components();
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t t = 0; t < samples.per_component; ++t) {
      std::vector<double> terms = q.log_component_weights;
      for (std::size_t c = 0; c < count; ++c)
        for (std::size_t j = 0; j < q.log_probabilities[c].cols(); ++j)
          terms[c] += q.log_probabilities[c](code_of(samples, count, j, i, t), j);
      const double weight = std::exp(strata.log_component_weights[i]) / static_cast<double>(samples.per_component);
      sum += 0.5 * weight * std::pow(log_sum_exp(terms) + 1.0, 2);
    }
  return sum;
}

PROPERTY(SurrogateEntropy, GradientEqualsCentralDifferencesAtFixedSamples, (std::uint64_t seed)) {
  const oracle::TinyProblem problem = oracle::random_problem(seed);
  const Posterior q = oracle::random_mixture(problem, 1 + seed % 4, seed + 1);
  const StratifiedSamples samples = stratified_samples(q, 10, seed, 0);
  MixtureGradient gradient = zero_gradient(q);
  const double value = surrogate_entropy(q, samples, &gradient);
  ASSERT_TRUE(std::abs(value - surrogate_value(q, q, samples)) < 1e-12 * std::max(1.0, value));
  to_logits(q, gradient);
  const auto expected = mixtures::differences(q, [&](const Posterior& at) { return surrogate_value(q, at, samples); });
  const auto actual = mixtures::flat(gradient);
  for (std::size_t i = 0; i < expected.size(); ++i)
    ASSERT_TRUE(std::abs(actual[i] - expected[i]) < 1e-6 * std::max(1.0, std::abs(expected[i])));
}

// Different weight vectors, one of them without weight: everything is 0 or infinite in some component.
TEST(SampledEntropy, OfPointMassesIsThatOfTheWeights) {
  Posterior q{.log_component_weights = {std::log(0.25), -HUGE_VAL, std::log(0.75)}};
  for (std::size_t i = 0; i < 3; ++i) q.log_probabilities.emplace_back(3, 1, -HUGE_VAL)(i, 0) = 0.0;
  const StratifiedSamples samples = stratified_samples(q, 30, 1, 0);
  MixtureGradient gradient = zero_gradient(q);
  const Estimate estimate = sampled_entropy(q, samples, &gradient);
  EXPECT_NEAR(estimate.value, -0.25 * std::log(0.25) - 0.75 * std::log(0.75), 1e-15);
  EXPECT_NEAR(estimate.standard_error, 0.0, 1e-15);
  surrogate_entropy(q, samples, &gradient);
  for (const double value : mixtures::flat(gradient)) EXPECT_TRUE(std::isfinite(value));
}

TEST(SampledLogPrior, OfWhatThePriorExcludesIsMinusInfinityWithoutATraceInTheGradient) {
  Tiny tiny;
  const StratifiedSamples samples = stratified_samples(tiny.q, 30, 1, 0);
  for (PriorComponent& component : tiny.problem.prior.components) component.log_prior(0, 0) = -HUGE_VAL;
  for (const auto& shares : {std::vector<std::vector<double>>(3, {0.2, 0.3, 0.5}), {3, {0.0, 0.0, 0.0}}}) {
    MixtureGradient gradient = zero_gradient(tiny.q);
    EXPECT_EQ(sampled_log_prior(tiny.q, tiny.problem.prior, shares, samples, &gradient).value, -HUGE_VAL);
    for (const double value : mixtures::flat(gradient)) EXPECT_TRUE(std::isfinite(value));
  }
}

}  // namespace
}  // namespace direct::sampled_entropy_test
