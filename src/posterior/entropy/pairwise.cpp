// SPDX-License-Identifier: MIT
#include <direct/entropy.h>

#include <algorithm>
#include <cmath>

#include "algebra/categorical.h"
#include "algebra/dense.h"
#include "algebra/parallel.h"
#include "posterior/entropy/product.h"

namespace direct {
namespace {

// log BC_il and what each weight contributes to BC, for one pair of components.
struct Overlap {
  double log_coefficient = 0.0;
  std::vector<double> factors;  // sum_k sqrt(q_jk q'_jk), per weight; for a gradient only
};

Overlap overlap(const Matrix& roots, const Matrix& other, bool with_factors) {
  Overlap result;
  if (with_factors) result.factors.resize(roots.cols());
  for (std::size_t j = 0; j < roots.cols(); ++j) {
    const double factor = view(roots.column(j)).dot(view(other.column(j)));
    result.log_coefficient += std::log(factor);
    if (with_factors) result.factors[j] = factor;
  }
  return result;
}

Matrix square_roots(const Matrix& log_probabilities) {
  Matrix half(log_probabilities.rows(), log_probabilities.cols());
  view(half) = 0.5 * view(log_probabilities);
  return exponentials(half);
}

// [i][l] for l < i.
std::vector<std::vector<Overlap>> overlaps(const std::vector<Matrix>& roots, bool with_factors) {
  std::vector<std::vector<Overlap>> result(roots.size());
  parallel_for(roots.size(), [&](std::size_t i) {
    for (std::size_t l = 0; l < i; ++l) result[i].push_back(overlap(roots[i], roots[l], with_factors));
  });
  return result;
}

// [i][l]: the share of component l in the sum inside the logarithm of component i.
struct Shares {
  std::vector<double> log_sums;
  std::vector<std::vector<double>> shares;
};

Shares shares_of(const std::vector<double>& log_weights, const std::vector<std::vector<Overlap>>& pairs) {
  Shares result;
  for (std::size_t i = 0; i < log_weights.size(); ++i) {
    std::vector<double> terms = log_weights;
    for (std::size_t l = 0; l < terms.size(); ++l)
      if (l != i) terms[l] += pairs[std::max(i, l)][std::min(i, l)].log_coefficient;
    const double log_sum = log_sum_exp(terms);
    result.log_sums.push_back(log_sum > -HUGE_VAL ? log_sum : 0.0);  // without weight and far from all: any will do
    for (double& term : terms) term = std::exp(term - result.log_sums.back());
    result.shares.push_back(std::move(terms));
  }
  return result;
}

// d log BC_il / d log q_jk = sqrt(q_jk q'_jk) / (2 factor_j), times the weight of the pair.
void add_pair(const Matrix& roots, const Matrix& other, const Overlap& pair, double weight, Matrix& gradient) {
  if (weight == 0.0) return;
  for (std::size_t j = 0; j < roots.cols(); ++j)
    view(gradient.column(j)).array() -=
        0.5 * weight / pair.factors[j] * view(roots.column(j)).array() * view(other.column(j)).array();
}

}  // namespace

// -log BC is a distance of two components; every logarithm is at most 0, and -log alpha_i where the others are far.
double pairwise_entropy(const Posterior& posterior, MixtureGradient* gradient) {
  const std::size_t count = posterior.num_components();
  std::vector<Matrix> roots(count);
  std::vector<double> entropies(count);
  parallel_for(count, [&](std::size_t i) {
    roots[i] = square_roots(posterior.log_probabilities[i]);
    entropies[i] = entropy(posterior.log_probabilities[i]);
  });
  const std::vector<double> alpha = exponentials(posterior.log_component_weights);
  const auto pairs = overlaps(roots, gradient != nullptr);
  const Shares s = shares_of(posterior.log_component_weights, pairs);
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) sum += alpha[i] * (entropies[i] - s.log_sums[i]);
  if (!gradient) return sum;
  parallel_for(count, [&](std::size_t i) {
    double weight = alpha[i] * (entropies[i] - s.log_sums[i]);
    for (std::size_t l = 0; l < count; ++l) {
      weight -= alpha[l] * s.shares[l][i];
      if (l == i) continue;
      const Overlap& pair = pairs[std::max(i, l)][std::min(i, l)];
      add_pair(roots[i], roots[l], pair, alpha[i] * s.shares[i][l] + alpha[l] * s.shares[l][i],
               gradient->probabilities[i]);
    }
    gradient->component_weights[i] += weight;
    add_entropy_gradient(posterior.log_probabilities[i], alpha[i], gradient->probabilities[i]);
  });
  return sum;
}

}  // namespace direct
