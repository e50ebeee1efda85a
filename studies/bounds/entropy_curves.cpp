// SPDX-License-Identifier: MIT
#include "bounds/entropy_curves.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

namespace study {
namespace {

using direct::Matrix;
using direct::Posterior;

constexpr std::size_t curve_levels = 15;
constexpr std::array component_weights = {0.3, 0.7};

void normalise(std::span<double> log_probabilities) {
  double sum = 0.0;
  for (const double value : log_probabilities) sum += std::exp(value);
  for (double& value : log_probabilities) value -= std::log(sum);
}

// `centre` is counted from the level in the middle.
Matrix log_gaussian_levels(double centre, std::size_t num_weights) {
  Matrix log_probabilities(curve_levels, num_weights);
  for (std::size_t j = 0; j < num_weights; ++j) {
    for (std::size_t k = 0; k < curve_levels; ++k) {
      const double distance = static_cast<double>(k) - static_cast<double>(curve_levels / 2) - centre;
      log_probabilities(k, j) = -0.5 * distance * distance;
    }
    normalise(log_probabilities.column(j));
  }
  return log_probabilities;
}

Matrix exponentials(Matrix matrix) {
  for (double& value : matrix.values()) value = std::exp(value);
  return matrix;
}

// -sum q log q over the weight vectors that agree in the weights before weight j, where component i has given them the
// probability joint[i].
double entropy_below(const std::vector<Matrix>& probabilities, const std::vector<double>& joint, std::size_t j) {
  double sum = 0.0;
  if (j == probabilities.front().cols()) {
    for (const double p : joint) sum += p;
    return sum > 0.0 ? -sum * std::log(sum) : 0.0;
  }
  std::vector<double> longer(joint.size());
  for (std::size_t k = 0; k < probabilities.front().rows(); ++k) {
    for (std::size_t i = 0; i < joint.size(); ++i) longer[i] = joint[i] * probabilities[i](k, j);
    sum += entropy_below(probabilities, longer, j + 1);
  }
  return sum;
}

// The derivative by log a_jk is share_jk - marginal_jk, where share_jk a_jk does not depend on a_j but for a factor
// that all levels have: it is zero at a_j in proportion to share_j a_j / marginal_j.
void climb(const Posterior& posterior, const Matrix& marginals, std::size_t weight, Matrix& log_center) {
  constexpr double least_ratio = 1e-12;  // what rounding leaves of a share may be below zero
  Matrix gradient(log_center.rows(), log_center.cols());
  direct::taylor_entropy(posterior, log_center, direct::TaylorScale::best, nullptr, &gradient);
  for (std::size_t k = 0; k < log_center.rows(); ++k)
    log_center(k, weight) += std::log(std::max(1.0 + gradient(k, weight) / marginals(k, weight), least_ratio));
}

}  // namespace

double tangent(double q, double touching) { return 1.0 - std::log(touching) - q / touching; }

Posterior separated_mixture(double separation, std::size_t num_weights) {
  Posterior posterior;
  for (const double weight : component_weights) posterior.log_component_weights.push_back(std::log(weight));
  for (const double centre : {-0.5 * separation, 0.5 * separation})
    posterior.log_probabilities.push_back(log_gaussian_levels(centre, num_weights));
  posterior.noise_log_probabilities = {0.0};
  return posterior;
}

double enumerated_entropy(const Posterior& posterior) {
  std::vector<double> weights;
  for (const double value : posterior.log_component_weights) weights.push_back(std::exp(value));
  std::vector<Matrix> probabilities;
  for (const Matrix& matrix : posterior.log_probabilities) probabilities.push_back(exponentials(matrix));
  return entropy_below(probabilities, weights, 0);
}

Matrix best_log_center(const Posterior& posterior) {
  constexpr int most_sweeps = 5000;
  constexpr double least_gain = 1e-14;
  Matrix best = direct::log_marginals(posterior);
  const Matrix marginals = exponentials(best);
  double value = direct::taylor_entropy(posterior, best);
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    Matrix center = best;
    for (std::size_t j = 0; j < center.cols(); ++j) climb(posterior, marginals, j, center);
    const double gain = direct::taylor_entropy(posterior, center) - value;
    if (!(gain > 0.0)) break;
    best = std::move(center), value += gain;
    if (gain < least_gain) break;
  }
  return best;
}

EntropyBounds entropy_bounds(const Posterior& posterior) {
  const Matrix marginals = direct::log_marginals(posterior);
  return {.exact = enumerated_entropy(posterior),
          .taylor_plain = direct::taylor_entropy(posterior, marginals, direct::TaylorScale::plain),
          .taylor_scaled = direct::taylor_entropy(posterior, marginals, direct::TaylorScale::best),
          .taylor_best = direct::taylor_entropy(posterior, best_log_center(posterior)),
          .pairwise = direct::pairwise_entropy(posterior),
          .larger = direct::entropy_bound(posterior)};
}

}  // namespace study
