// SPDX-License-Identifier: MIT
#include "fit/network/network_starts.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "algebra/dense.h"
#include "algebra/random.h"
#include "algebra/symmetric_eigen.h"
#include "fit/starts.h"

namespace direct {
namespace {

std::vector<double> drawn_from_prior(const NetworkProblem& p, std::size_t index) {
  std::vector<double> weights;
  const std::size_t count = p.prior.num_features();
  for (std::size_t j = 0; j < count; ++j)
    weights.push_back(p.prior.means[j] + std::sqrt(p.prior.variances[j]) *
                                             random_normal(p.options.seed, RandomStream::networks, index * count + j));
  return weights;
}

// The full-precision mean of the coefficients of all monomials.
std::vector<double> polynomial_regression(const NetworkProblem& p, double weight_variance) {
  const WeightPrior prior =
      make_prior(PriorKind::gaussian, std::vector<double>{-1.0, 1.0}, weight_variance, p.statistics.num_features());
  return gaussian_companion(p.statistics, prior, prior_noise_precision(p.noise)).mean;
}

// x'Mx with x = (1, inputs), without the constant.
Matrix form_of(const std::vector<double>& coefficients, std::size_t inputs) {
  Matrix form(inputs, inputs);
  std::size_t next = 0;
  for (std::size_t b = 0; b < inputs; ++b)
    for (std::size_t a = 0; a <= b; ++a) {
      const double coefficient = coefficients[next++];
      form(a, b) = form(b, a) = a == b ? coefficient : 0.5 * coefficient;
    }
  form(0, 0) = 0.0;
  return form;
}

// lambda v v' = a w w': the split between a and w that is the most probable under the prior.
void set_neuron(const NetworkProblem& p, std::size_t neuron, double eigenvalue, std::span<const double> eigenvector,
                std::vector<double>& weights) {
  const std::vector<Layer> all = layers(p.model.network());
  const std::size_t first = all[0].weight(neuron, 0), output = all[1].weight(0, neuron + 1);
  const double magnitude = std::abs(eigenvalue);
  const double scale = std::cbrt(0.5 * magnitude * p.prior.variances[output] / p.prior.variances[first]);
  if (!(scale > 0.0)) return;
  weights[output] = std::copysign(scale, eigenvalue);
  for (std::size_t a = 0; a < eigenvector.size(); ++a)
    weights[first + a] = eigenvector[a] * std::sqrt(magnitude / scale);
}

}  // namespace

NetworkStart companion_network(const NetworkProblem& p, double weight_variance) {
  const Network& network = p.model.network();
  const std::vector<double> coefficients = polynomial_regression(p, weight_variance);
  const SymmetricEigen eigen = symmetric_eigen(form_of(coefficients, network.num_inputs + 1));
  NetworkStart start{.name = "companion", .weights = drawn_from_prior(p, 0)};
  constexpr double small = 0.1;  // of the neurons that the form does not need
  for (double& weight : start.weights) weight *= small;
  for (std::size_t i = 0; i < std::min(network.hidden.front(), eigen.values.size()); ++i)
    set_neuron(p, i, eigen.values[i], eigen.vectors.column(i), start.weights);
  start.weights[layers(network).back().first_weight] = coefficients.front();
  return start;
}

NetworkStart random_network(const NetworkProblem& p, std::size_t index) {
  NetworkStart start{.name = "random " + std::to_string(index), .weights = drawn_from_prior(p, index)};
  const Layer last = layers(p.model.network()).back();
  start.weights[last.first_weight] = 0.0;
  const std::vector<double> u = p.point.coefficients(start.weights);
  const double n = p.statistics.num_rows, target_mean = p.statistics.feature_target.front() / n;
  const double mean = view(p.statistics.gram.column(0)).dot(view(u)) / n;
  const double variance = view(u).dot(view(p.statistics.gram) * view(u)) / n - mean * mean;
  const double target_variance = p.statistics.target_square / n - target_mean * target_mean;
  const double scale = variance > 0.0 && target_variance > 0.0 ? std::sqrt(target_variance / variance) : 1.0;
  for (std::size_t i = 1; i < last.fan_in; ++i) start.weights[last.first_weight + i] *= scale;
  start.weights[last.first_weight] = target_mean - scale * mean;
  return start;
}

}  // namespace direct
