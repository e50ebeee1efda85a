// SPDX-License-Identifier: MIT
#include "fit/starts.h"

#include <cblas.h>
#include <algorithm>
#include <cmath>

#include "algebra/categorical.h"
#include "algebra/dense.h"
#include "models/precision.h"
#include "optimize/conjugate_gradients.h"

namespace direct {
namespace {

double largest_step(std::span<const double> levels) {
  double step = 0.0;
  for (std::size_t k = 1; k < levels.size(); ++k) step = std::max(step, levels[k] - levels[k - 1]);
  return step;
}

double temperature_for(double coarse) { return std::max(1.0, 0.125 * std::sqrt(coarse)); }

bool fits_on(const Matrix& levels, const std::vector<double>& point) {
  for (std::size_t j = 0; j < point.size(); ++j)
    if (point[j] < levels.column(j).front() || point[j] > levels.column(j).back()) return false;
  return true;
}

// x -> S A S x with S = diag(A)^-1/2, which has ones on its diagonal.
class ScaledPrecision {
 public:
  ScaledPrecision(const SecondMoments& statistics, const WeightPrior& prior, double noise_precision)
      : statistics_(statistics), prior_(prior), noise_precision_(noise_precision), scale_(prior.num_features()) {
    for (std::size_t j = 0; j < scale_.size(); ++j)
      scale_[j] = 1.0 / std::sqrt(noise_precision * statistics.gram(j, j) + 1.0 / prior.variances[j]);
  }

  std::vector<double> operator()(const std::vector<double>& x) const {
    const std::vector<double> scaled = scale(x);
    std::vector<double> product(x.size());
    const int b = static_cast<int>(x.size());
    cblas_dsymv(CblasColMajor, CblasLower, b, noise_precision_, statistics_.gram.data(), b, scaled.data(), 1, 0.0,
                product.data(), 1);
    for (std::size_t j = 0; j < x.size(); ++j) product[j] += scaled[j] / prior_.variances[j];
    return scale(product);
  }

  std::vector<double> scale(std::vector<double> x) const {
    view(x).array() *= view(scale_).array();
    return x;
  }

 private:
  const SecondMoments& statistics_;
  const WeightPrior& prior_;
  double noise_precision_;
  std::vector<double> scale_;
};

// Nothing when the iteration would cost more than a factorisation.
std::optional<std::vector<double>> mean_by_iteration(const SecondMoments& statistics, const WeightPrior& prior,
                                                     double noise_precision) {
  constexpr double tolerance = 1e-4;
  constexpr int max_iterations = 60;
  const ScaledPrecision precision(statistics, prior, noise_precision);
  const std::vector<double> right = precision.scale(precision_times_mean(statistics, prior, noise_precision));
  const std::vector<double> solution = conjugate_gradients([&](const std::vector<double>& x) { return precision(x); },
                                                           right, {tolerance, max_iterations});
  const std::vector<double> product = precision(solution);
  if ((view(product) - view(right)).norm() > 2.0 * tolerance * view(right).norm()) return std::nullopt;
  return precision.scale(solution);
}

}  // namespace

double prior_noise_precision(const NoisePrior& noise) {
  return noise_moments(noise, exponentials(noise.log_prior)).precision;
}

double coarseness(const SecondMoments& statistics, const WeightPrior& prior, double noise_precision) {
  double largest = 0.0;
  for (std::size_t j = 0; j < prior.num_features(); ++j) {
    const double step = largest_step(prior.levels.column(j));
    largest = std::max(largest, (noise_precision * statistics.gram(j, j) + 1.0 / prior.variances[j]) * step * step);
  }
  return largest;
}

// A mean that does not fit on a coarse grid is taken at a higher noise: see docs/mathematics.md, "Tempering".
CompanionStart companion_start(const SecondMoments& statistics, const WeightPrior& prior, double noise_precision) {
  CompanionStart start;
  if (!is_coarse(statistics, prior, noise_precision)) {
    auto mean = mean_by_iteration(statistics, prior, noise_precision);
    start.mean = mean ? std::move(*mean) : gaussian_companion(statistics, prior, noise_precision).mean;
    start.fits = fits_on(prior.levels, start.mean);
    return start;
  }
  start.ordered = ordered_companion(statistics, prior, noise_precision);
  start.fits = fits_on(prior.levels, start.ordered->mean);
  start.temperature = start.fits ? 1.0 : temperature_for(coarseness(statistics, prior, noise_precision));
  if (start.temperature > 1.0)
    start.ordered = ordered_companion(statistics, prior, noise_precision / start.temperature, start.ordered->order);
  start.mean = start.ordered->mean;
  return start;
}

}  // namespace direct
