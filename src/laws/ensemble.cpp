// SPDX-License-Identifier: MIT
#include "laws/ensemble.h"

#include <algorithm>
#include <cmath>

#include "algebra/constants.h"
#include "algebra/dense.h"

namespace direct {
namespace {

constexpr double min_degrees = 2.0;

}  // namespace

std::vector<EnsembleTerms::Node> student_nodes(double degrees) {
  constexpr double range = 5.0, step = 0.25;
  const StudentT student{.degrees = degrees}, normal{.degrees = infinity};
  std::vector<EnsembleTerms::Node> nodes;
  double sum = 0.0;
  for (double s = -range; s <= range; s += step) {
    const CdfAndDensity at = cdf_and_density(normal, s);
    const double x = s < 0.0 ? quantile(student, at.cdf) : -quantile(student, cdf_and_density(normal, -s).cdf);
    nodes.push_back({std::log(at.density), x});
    sum += at.density;
  }
  for (auto& node : nodes) node.log_weight -= std::log(sum);
  return nodes;
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
