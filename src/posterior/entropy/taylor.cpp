// SPDX-License-Identifier: MIT
#include <direct/entropy.h>

#include <algorithm>
#include <cmath>

#include "algebra/categorical.h"
#include "algebra/dense.h"
#include "algebra/parallel.h"
#include "algebra/vector_math.h"

namespace direct {
namespace {

// q_i / sqrt(a) of one component. Every column is divided by its largest element, so that none overflows and a factor
// that underflows belongs to a pair that does not count.
struct Ratios {
  Matrix values;
  double log_scale = 0.0;  // what was divided by, over all weights
  double expected_log_center = 0.0;
};

// Components without weight are left out, wherever the center is.
bool counts(const Posterior& posterior, std::size_t i) { return std::exp(posterior.log_component_weights[i]) > 0.0; }

// False where the center excludes what a component does not.
bool is_covered(const Posterior& posterior, const Matrix& log_center) {
  for (std::size_t i = 0; i < posterior.num_components(); ++i)
    for (std::size_t e = 0; e < log_center.size() && counts(posterior, i); ++e)
      if (log_center.values()[e] == -HUGE_VAL && posterior.log_probabilities[i].values()[e] > -HUGE_VAL) return false;
  return true;
}

void subtract_largest(std::span<double> column, Ratios& ratios) {
  const double largest = *std::max_element(column.begin(), column.end());
  ratios.log_scale += largest;
  for (double& value : column) value -= largest;
}

Ratios ratios_of(const Matrix& log_q, const Matrix& log_center) {
  Ratios ratios{.values = Matrix(log_q.rows(), log_q.cols(), -HUGE_VAL)};
  const Matrix q = exponentials(log_q);
  for (std::size_t j = 0; j < q.cols(); ++j) {
    for (std::size_t k = 0; k < q.rows(); ++k) {
      if (log_q(k, j) > -HUGE_VAL) ratios.values(k, j) = log_q(k, j) - 0.5 * log_center(k, j);
      if (q(k, j) > 0.0) ratios.expected_log_center += q(k, j) * log_center(k, j);
    }
    subtract_largest(ratios.values.column(j), ratios);
  }
  exp_in_place(ratios.values.values());
  return ratios;
}

std::vector<Ratios> all_ratios(const Posterior& posterior, const Matrix& log_center) {
  std::vector<Ratios> ratios(posterior.num_components(), {.values = Matrix(log_center.rows(), log_center.cols())});
  parallel_for(ratios.size(), [&](std::size_t i) {
    if (counts(posterior, i)) ratios[i] = ratios_of(posterior.log_probabilities[i], log_center);
  });
  return ratios;
}

// One pair of components.
struct Product {
  double log_mean = 0.0;        // of q_l / a under q_i
  std::vector<double> factors;  // per weight, of the scaled ratios
};

Product product_of(const Ratios& ratios, const Ratios& other) {
  Product product{.log_mean = ratios.log_scale + other.log_scale, .factors = std::vector<double>(ratios.values.cols())};
  for (std::size_t j = 0; j < product.factors.size(); ++j) {
    product.factors[j] = view(ratios.values.column(j)).dot(view(other.values.column(j)));
    product.log_mean += std::log(product.factors[j]);
  }
  return product;
}

// E[q / a] over all ordered pairs (i, l); those that differ come twice.
struct MeanRatio {
  double logarithm = 0.0;
  std::vector<std::vector<Product>> products;  // [i][l] for l <= i
  Matrix shares;                               // of each ordered pair in the sum
};

MeanRatio mean_ratio(const std::vector<double>& log_weights, const std::vector<Ratios>& ratios) {
  const std::size_t count = ratios.size();
  MeanRatio mean{.products = std::vector<std::vector<Product>>(count), .shares = Matrix(count, count)};
  parallel_for(count, [&](std::size_t i) {
    for (std::size_t l = 0; l <= i; ++l) mean.products[i].push_back(product_of(ratios[i], ratios[l]));
  });
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t l = 0; l <= i; ++l)
      mean.shares(i, l) = mean.shares(l, i) = log_weights[i] + log_weights[l] + mean.products[i][l].log_mean;
  mean.logarithm = log_sum_exp(mean.shares.values());
  for (double& share : mean.shares.values()) share = std::exp(share - mean.logarithm);
  return mean;
}

// What each level has in log E[q / a] through component i: half of its derivative by log q_i.
Matrix level_shares(const MeanRatio& mean, const std::vector<Ratios>& ratios, std::size_t i) {
  const Matrix& own = ratios[i].values;
  Matrix shares(own.rows(), own.cols());
  for (std::size_t l = 0; l < ratios.size(); ++l) {
    if (mean.shares(i, l) == 0.0) continue;  // disjoint components have factors of 0
    const std::vector<double>& factors = mean.products[std::max(i, l)][std::min(i, l)].factors;
    for (std::size_t j = 0; j < own.cols(); ++j)
      view(shares.column(j)).array() +=
          mean.shares(i, l) / factors[j] * view(own.column(j)).array() * view(ratios[l].values.column(j)).array();
  }
  return shares;
}

// Of -alpha_i E_i log a by log q_i and by log a.
void add_center_term(const Matrix& log_q, const Matrix& log_center, double alpha, Matrix& gradient,
                     Matrix& center_gradient) {
  const Matrix q = exponentials(log_q);
  for (std::size_t i = 0; i < q.size(); ++i) {
    if (q.values()[i] == 0.0) continue;
    gradient.values()[i] -= alpha * q.values()[i] * log_center.values()[i];
    center_gradient.values()[i] -= alpha * q.values()[i];
  }
}

// `weight` is the derivative of the bound by -log E[q / a].
void add_gradient(const Posterior& posterior, const Matrix& log_center, const std::vector<Ratios>& ratios,
                  const MeanRatio& mean, double weight, MixtureGradient& gradient, Matrix& center_gradient) {
  const std::size_t count = ratios.size();
  std::vector<Matrix> by_center(count, Matrix(log_center.rows(), log_center.cols()));
  parallel_for(count, [&](std::size_t i) {
    if (!counts(posterior, i)) return;
    const double alpha = std::exp(posterior.log_component_weights[i]);
    gradient.component_weights[i] -= alpha * ratios[i].expected_log_center +
                                     2.0 * weight * view(mean.shares).row(static_cast<Eigen::Index>(i)).sum();
    const Matrix shares = level_shares(mean, ratios, i);
    view(gradient.probabilities[i]) -= 2.0 * weight * view(shares);
    view(by_center[i]) += weight * view(shares);
    add_center_term(posterior.log_probabilities[i], log_center, alpha, gradient.probabilities[i], by_center[i]);
  });
  for (const Matrix& part : by_center) view(center_gradient) += view(part);
}

}  // namespace

// Theorem 3.
double taylor_entropy(const Posterior& posterior, const Matrix& log_center, TaylorScale scale,
                      MixtureGradient* gradient, Matrix* center_gradient) {
  if (!is_covered(posterior, log_center)) return -HUGE_VAL;
  const std::vector<Ratios> ratios = all_ratios(posterior, log_center);
  const MeanRatio mean = mean_ratio(posterior.log_component_weights, ratios);
  const double plain = std::exp(mean.logarithm);
  const bool is_best = scale == TaylorScale::best;
  double value = is_best ? -mean.logarithm : 1.0 - plain;
  for (std::size_t i = 0; i < ratios.size(); ++i)
    value -= std::exp(posterior.log_component_weights[i]) * ratios[i].expected_log_center;
  if ((!gradient && !center_gradient) || !std::isfinite(value)) return value;
  MixtureGradient unused = gradient ? MixtureGradient{} : zero_gradient(posterior);
  Matrix unused_center(log_center.rows(), log_center.cols());
  add_gradient(posterior, log_center, ratios, mean, is_best ? 1.0 : plain, gradient ? *gradient : unused,
               center_gradient ? *center_gradient : unused_center);
  return value;
}

}  // namespace direct
