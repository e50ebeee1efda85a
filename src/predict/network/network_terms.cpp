// SPDX-License-Identifier: MIT
#include "predict/network/network_terms.h"

#include <algorithm>
#include <optional>

#include <direct/features.h>

#include "algebra/categorical.h"
#include "algebra/dense.h"

namespace direct {
namespace {

NetworkTerms::Component neurons_of(const Network& network, const Matrix& levels, const Matrix& probabilities) {
  NetworkTerms::Component component;
  const std::size_t first_output = layers(network).back().first_weight;
  for (std::size_t j = 0; j < levels.cols(); ++j) {
    const Cumulants weight = cumulants_of(levels.column(j), probabilities.column(j));
    if (j < first_output)
      component.hidden.push_back(weight);
    else
      component.output.push_back(moments_of(weight));
  }
  return component;
}

// Of what a neuron sums up. Cumulants of order k of a weight count with the k-th power of its input.
Cumulants sum_of(std::span<const Cumulants> weights, std::span<const double> inputs) {
  Cumulants sum = weights.front();
  for (std::size_t a = 0; a < inputs.size(); ++a) {
    double power = 1.0;
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += weights[a + 1][k] * (power *= inputs[a]);
  }
  return sum;
}

TermMoments through_neurons(const NetworkTerms::Component& component, std::span<const double> inputs) {
  TermMoments total = as_cumulants(component.output.front());
  const std::size_t fan_in = inputs.size() + 1;
  for (std::size_t i = 1; i < component.output.size(); ++i) {
    const auto own = std::span(component.hidden).subspan((i - 1) * fan_in, fan_in);
    const TermMoments neuron =
        as_cumulants(moments_of_product(component.output[i], moments_of_square(sum_of(own, inputs))));
    total.mean += neuron.mean;
    total.variance += neuron.variance;
    total.third += neuron.third;
    total.fourth += neuron.fourth;
  }
  return total;
}

// E u and E u^2 of each component, from the products of the inputs.
TermMoments by_polynomials(const NetworkPolynomials& polynomials, std::span<const double> monomials,
                           std::span<const double> monomials_of_square) {
  const double mean = view(monomials).dot(view(polynomials.mean));
  const double square = view(monomials_of_square).dot(view(polynomials.square));
  return {.mean = mean, .variance = std::max(square - mean * mean, 0.0)};
}

std::vector<double> monomials_at(std::span<const double> inputs, std::size_t degree) {
  Matrix row(1, inputs.size()), features;
  std::ranges::copy(inputs, row.data());
  evaluate({.kind = FeatureKind::linear, .num_inputs = inputs.size(), .degree = degree}, row, features);
  return {features.values().begin(), features.values().end()};
}

}  // namespace

NetworkTerms::NetworkTerms(const TrainedModel& model) : network(network_of(model)) {
  std::optional<ForwardPass> pass;
  if (network.hidden.size() > 1) {
    require_memory(network, model.options.memory.bytes);
    pass.emplace(network);
  }
  for (const Matrix& log_probabilities : model.posterior.log_probabilities) {
    const Matrix probabilities = exponentials(log_probabilities);
    if (!pass)
      components.push_back(neurons_of(network, model.prior.levels, probabilities));
    else
      components.push_back({.polynomials = network_polynomials(*pass, model.prior.levels, probabilities)});
  }
}

std::vector<TermMoments> output_moments(const NetworkTerms& terms, std::span<const double> inputs) {
  std::vector<TermMoments> result;
  if (terms.network.hidden.size() == 1) {
    for (const NetworkTerms::Component& component : terms.components)
      result.push_back(through_neurons(component, inputs));
    return result;
  }
  const std::size_t order = degree(terms.network);
  const std::vector<double> monomials = monomials_at(inputs, order), squares = monomials_at(inputs, 2 * order);
  for (const NetworkTerms::Component& component : terms.components)
    result.push_back(by_polynomials(component.polynomials, monomials, squares));
  return result;
}

}  // namespace direct
