// SPDX-License-Identifier: MIT
// Against products over all weights and levels in long double, for few and many weights and for noise from far below
// to far above their spread: by the series, by the product, by both.
#include "laws/row_spectrum.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <string>

#include <gtest/gtest.h>

#include "oracle/random_problem.h"
#include "oracle/tiny_model.h"
#include "predict/weight_terms.h"

namespace direct::row_spectrum_test {
namespace {

using Complex = std::complex<long double>;

// psi of (y - mean) / scale at t, of the first component.
Complex characteristic(const TrainedModel& model, std::span<const double> features, const Spectrum& spectrum,
                       long double t) {
  const long double u = t / spectrum.scale;
  Complex product = std::polar(1.0L, -u * spectrum.mean);
  for (std::size_t j = 0; j < features.size(); ++j) {
    Complex sum = 0.0L;
    for (std::size_t k = 0; k < model.prior.num_levels(); ++k)
      sum += std::polar(std::exp(static_cast<long double>(model.posterior.log_probabilities[0](k, j))),
                        u * features[j] * model.prior.levels(k, j));
    product *= sum;
  }
  long double noise = 0.0L;
  for (std::size_t l = 0; l < model.noise.variances.size(); ++l)
    noise += std::exp(model.posterior.noise_log_probabilities[l] - 0.5L * u * u * model.noise.variances[l]);
  return product * noise;
}

struct Case {
  std::size_t num_features, num_levels;
  double noise;
};

class RowSpectrum : public testing::TestWithParam<Case> {};

TEST_P(RowSpectrum, EqualsTheProductAtItsNodesAndIsNegligiblePastThem) {
  const auto& [num_features, num_levels, noise] = GetParam();
  const oracle::TinyProblem problem = oracle::random_regression(1, 4, num_features, num_levels, noise);
  const TrainedModel model = oracle::tiny_model(problem, oracle::random_posterior(problem, 2));
  const WeightTerms terms = weight_terms(model);
  for (std::size_t row = 0; row < 4; ++row) {
    std::vector<double> features;
    for (std::size_t j = 0; j < num_features; ++j) features.push_back(problem.features(row, j));
    const std::vector<TermMoments> moments = {term_moments(terms.components[0], features)};
    const Spectrum spectrum = row_spectrum(terms, moments, features);
    EXPECT_EQ(spectrum.resolution, 0.0);
    const std::size_t count = spectrum.real.size(), stride = std::max<std::size_t>(1, count / 50);
    for (std::size_t m = 0; m < count + 20 * stride; m += stride) {
      const long double t = (static_cast<long double>(m) + 0.5L) * spectrum.step();
      const Complex expected = characteristic(model, features, spectrum, t);
      const Complex found = m < count ? Complex(spectrum.real[m], spectrum.imaginary[m]) : Complex(0.0L);
      EXPECT_LT(std::abs(found - expected), 2e-14L) << "node " << m << " of " << count;
    }
    const double end = spectrum.radius * spectrum.scale;
    EXPECT_LT(cdf_and_density(spectrum, spectrum.mean - 0.999 * end).cdf, 1e-13);
    EXPECT_GT(cdf_and_density(spectrum, spectrum.mean + 0.999 * end).cdf, 1.0 - 1e-13);
  }
}

INSTANTIATE_TEST_SUITE_P(Regimes, RowSpectrum,
                         testing::Values(Case{3, 15, 0.01}, Case{3, 15, 1.0}, Case{3, 15, 30.0}, Case{40, 2, 0.05},
                                         Case{40, 15, 0.5}, Case{40, 15, 10.0}, Case{40, 3, 100.0}, Case{400, 15, 1.0},
                                         Case{400, 5, 30.0}, Case{400, 15, 300.0}),
                         [](const auto& test) {
                           const Case& c = test.param;
                           return "Weights" + std::to_string(c.num_features) + "Levels" + std::to_string(c.num_levels) +
                                  "NoisePercent" + std::to_string(static_cast<int>(100.0 * c.noise));
                         });

// Noise a millionth of the spread would take millions of nodes.
TEST(RowSpectrumOfTinyNoise, IsWidenedAndSaysSo) {
  oracle::TinyProblem problem = oracle::random_regression(3, 1, 4, 5, 1.0);
  problem.noise = make_noise_prior({1e-14});
  const TrainedModel model = oracle::tiny_model(problem, oracle::random_posterior(problem, 2));
  const WeightTerms terms = weight_terms(model);
  std::vector<double> features;
  for (std::size_t j = 0; j < 4; ++j) features.push_back(problem.features(0, j));
  const std::vector<TermMoments> moments = {term_moments(terms.components[0], features)};
  const Spectrum spectrum = row_spectrum(terms, moments, features);
  EXPECT_GT(spectrum.resolution, 0.0);
  EXPECT_LT(spectrum.resolution, 1e-2 * spectrum.scale);
}

}  // namespace
}  // namespace direct::row_spectrum_test
