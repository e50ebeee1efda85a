// SPDX-License-Identifier: MIT
#include "algebra/categorical.h"

#include <algorithm>
#include <cmath>

#include "algebra/dense.h"
#include "algebra/vector_math.h"

namespace direct {

double log_sum_exp(std::span<const double> values) {
  const double largest = *std::max_element(values.begin(), values.end());
  if (largest == -HUGE_VAL) return largest;  // all of them are log 0
  double sum = 0.0;
  for (double value : values) sum += std::exp(value - largest);
  return largest + std::log(sum);
}

// The largest is subtracted first: its sum with a logarithm of order one could not hold the latter.
void normalise_log(std::span<double> values) {
  const double largest = *std::max_element(values.begin(), values.end());
  double sum = 0.0;
  for (double& value : values) sum += std::exp(value -= largest);
  const double shift = std::log(sum);
  for (double& value : values) value -= shift;
}

Matrix log_mixture(std::span<const double> log_weights, std::span<const Matrix* const> tables) {
  Matrix result = *tables.front();
  std::vector<double> terms(tables.size());
  for (std::size_t e = 0; e < result.size(); ++e) {
    for (std::size_t i = 0; i < terms.size(); ++i) terms[i] = log_weights[i] + tables[i]->values()[e];
    result.values()[e] = log_sum_exp(terms);
  }
  return result;
}

Matrix exponentials(const Matrix& logarithms) {
  Matrix result = logarithms;
  exp_in_place(result.values());
  return result;
}

std::vector<double> exponentials(std::span<const double> logarithms) {
  std::vector<double> result(logarithms.begin(), logarithms.end());
  exp_in_place(result);
  return result;
}

MeanVariance moments(std::span<const double> values, std::span<const double> probabilities) {
  MeanVariance result;
  for (std::size_t k = 0; k < values.size(); ++k) result.mean += probabilities[k] * values[k];
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double deviation = values[k] - result.mean;
    result.variance += probabilities[k] * deviation * deviation;
  }
  return result;
}

double divergence(std::span<const double> p, std::span<const double> log_p, std::span<const double> log_q) {
  double sum = 0.0;
  for (std::size_t k = 0; k < p.size(); ++k)
    if (p[k] > 0.0) sum += p[k] * (log_p[k] - log_q[k]);
  return sum;
}

void chain_rule_of_logits(std::span<const double> probabilities, std::span<double> gradient) {
  const double sum = view(gradient).sum();
  for (std::size_t k = 0; k < gradient.size(); ++k) gradient[k] -= probabilities[k] * sum;
}

void softmax_chain_rule(std::span<const double> probabilities, std::span<double> gradient) {
  const double mean = view(probabilities).dot(view(gradient));
  for (std::size_t k = 0; k < gradient.size(); ++k) gradient[k] = probabilities[k] * (gradient[k] - mean);
}

}  // namespace direct
