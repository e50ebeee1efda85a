// SPDX-License-Identifier: MIT
#include "predict/distribution/ensemble.h"

#include <algorithm>
#include <cmath>

#include "algebra/categorical.h"
#include "algebra/constants.h"
#include "algebra/dense.h"

namespace direct {
namespace {

constexpr double min_degrees = 2.0;

// Mean and variance of the precision 1 / sigma^2.
MeanVariance precision_moments(const TrainedModel& model) {
  std::vector<double> precisions = model.noise.variances;
  for (double& value : precisions) value = 1.0 / value;
  return moments(precisions, exponentials(model.posterior.noise_log_probabilities));
}

}  // namespace

std::optional<EnsembleTerms> ensemble_terms(const TrainedModel& model) {
  if (!model.posterior.deviations || model.options.law != EnsembleLaw::t) return std::nullopt;
  const Matrix deviations = deviation_weights(model.posterior, model.prior);
  const auto [mean, variance] = precision_moments(model);
  EnsembleTerms terms{.weights = Matrix(deviations.rows(), deviations.cols() + 1),
                      .noise_variance = 1.0 / mean,
                      .noise_degrees = variance > 0.0 ? 2.0 * mean * (mean / variance) : infinity};
  std::ranges::copy(centre_weights(*model.prior.learned), terms.weights.column(0).begin());
  std::ranges::copy(deviations.values(), terms.weights.column(1).begin());
  return terms;
}

EnsembleMoments ensemble_moments(std::span<const double> products) {
  return {.location = products.front(),
          .variance = view(products.subspan(1)).squaredNorm() / static_cast<double>(products.size() - 1)};
}

Matrix ensemble_products(const EnsembleTerms& terms, const Matrix& features) {
  Matrix products(terms.weights.cols(), features.cols());
  if (features.rows() == 0) return products;
  view(products).noalias() = view(terms.weights).transpose() * view(features);
  return products;
}

// In shares of the whole variance, so that nothing under- or overflows.
StudentT student_law(const EnsembleTerms& terms, const EnsembleMoments& moments) {
  const double total = moments.variance + terms.noise_variance;
  const double model = moments.variance / total, noise = terms.noise_variance / total;
  const double uncertainty = model * model / terms.num_deviations() + noise * noise / terms.noise_degrees;
  return {.location = moments.location,
          .scale = std::sqrt(total),
          .degrees = uncertainty > 0.0 ? std::max(1.0 / uncertainty, min_degrees) : infinity};
}

}  // namespace direct
