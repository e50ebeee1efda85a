// SPDX-License-Identifier: MIT
#include "fit/coordinate_ascent.h"

#include <cblas.h>
#include <algorithm>
#include <cmath>
#include <limits>

#include "algebra/categorical.h"
#include "algebra/dense.h"
#include "optimize/conjugate_gradients.h"

namespace direct {

CoordinateAscent::CoordinateAscent(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
                                   std::vector<double> start)
    : model_(model),
      statistics_(model.statistics()),
      prior_(prior),
      noise_(noise),
      log_q_(prior.num_levels(), prior.num_features()),
      q_(prior.num_levels(), prior.num_features()),
      slopes_(start.size()),
      means_(std::move(start)),
      variances_(means_.size()),
      residual_(model.residual(means_)),
      noise_log_q_(noise.log_prior),
      noise_q_(exponentials(noise.log_prior)),
      noise_moments_(noise_moments(noise, noise_q_)),
      logits_(prior.num_levels()),
      weights_(prior.num_levels()),
      cell_error_(view(statistics_.gram).diagonal().dot(view(cell_variances(prior)))) {
  std::vector<double> slopes(means_.size());
  for (std::size_t j = 0; j < slopes.size(); ++j) slopes[j] = optimum_slope(j);
  set_all_weights(slopes);
}

double CoordinateAscent::optimum_slope(std::size_t j) const {
  return noise_moments_.precision * (residual_[j] + statistics_.gram(j, j) * means_[j]);
}

// Eq. 7. Leaves the residual as it was. Returns the divergence of the old q_j from the new one.
double CoordinateAscent::set_weight(std::size_t j, double slope) {
  const std::size_t num_levels = prior_.num_levels();
  const double* const levels = prior_.levels.column(j).data();
  const double* const log_prior = prior_.log_prior.column(j).data();
  double* const log_q = log_q_.column(j).data();
  double* const q = q_.column(j).data();
  const double curvature = -0.5 * noise_moments_.precision * statistics_.gram(j, j);
  double largest = -std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < num_levels; ++k) {
    logits_[k] = log_prior[k] + (slope + curvature * levels[k]) * levels[k];
    largest = std::max(largest, logits_[k]);
  }
  double sum = 0.0;
  for (std::size_t k = 0; k < num_levels; ++k) sum += weights_[k] = std::exp(logits_[k] - largest);
  const double log_sum = largest + std::log(sum);
  double gain = 0.0, mean = 0.0, variance = 0.0;
  for (std::size_t k = 0; k < num_levels; ++k) {
    const double updated = logits_[k] - log_sum;
    gain += q[k] * (log_q[k] - updated);
    log_q[k] = updated;
    q[k] = weights_[k] / sum;
    mean += q[k] * levels[k];
  }
  for (std::size_t k = 0; k < num_levels; ++k) variance += q[k] * (levels[k] - mean) * (levels[k] - mean);
  slopes_[j] = slope;
  means_[j] = mean;
  variances_[j] = variance;
  return gain;
}

void CoordinateAscent::set_all_weights(const std::vector<double>& slopes) {
  for (std::size_t j = 0; j < slopes.size(); ++j) set_weight(j, slopes[j]);
  residual_ = model_.residual(means_);
}

double CoordinateAscent::sweep_weights() {
  const int b = static_cast<int>(means_.size());
  double gain = 0.0;
  for (std::size_t j = 0; j < means_.size(); ++j) {
    const double before = means_[j];
    gain += set_weight(j, optimum_slope(j));
    const double change = means_[j] - before;
    if (change != 0.0) cblas_daxpy(b, -change, statistics_.gram.column(j).data(), 1, residual_.data(), 1);
  }
  return gain;
}

double CoordinateAscent::square_error() const {
  return model_.expected_square_error(means_, variances_, residual_) + cell_error_;
}

double CoordinateAscent::update_noise() {
  if (noise_q_.size() == 1) return 0.0;
  const std::vector<double> updated = log_noise_posterior(noise_, statistics_.num_rows, square_error());
  const double gain = divergence(noise_q_, noise_log_q_, updated);
  noise_log_q_ = updated;
  noise_q_ = exponentials(updated);
  noise_moments_ = noise_moments(noise_, noise_q_);
  return gain;
}

double CoordinateAscent::elbo() const {
  double value = model_.expected_log_likelihood(square_error(), noise_moments_);
  for (std::size_t j = 0; j < means_.size(); ++j)
    value -= divergence(q_.column(j), log_q_.column(j), prior_.log_prior.column(j));
  return value - divergence(noise_q_, noise_log_q_, noise_.log_prior);
}

double CoordinateAscent::continuous_log_joint() const {
  double value = model_.expected_log_likelihood(square_error(), noise_moments_);
  for (std::size_t j = 0; j < means_.size(); ++j) {
    const double deviation = means_[j] - prior_.means[j];
    value -= 0.5 * (deviation * deviation + variances_[j]) / prior_.variances[j];
  }
  return value;
}

// By the logits of weight j, with ratio_k = log(optimum / q) up to a constant: q_k (ratio_k - mean ratio).
CoordinateAscent::GradientNorm CoordinateAscent::gradient_norm() const {
  double sum = 0.0, largest = 0.0;
  std::vector<double> gradient(prior_.num_levels());
  for (std::size_t j = 0; j < means_.size(); ++j) {
    const double slope = optimum_slope(j), curvature = -0.5 * noise_moments_.precision * statistics_.gram(j, j);
    for (std::size_t k = 0; k < gradient.size(); ++k) {
      const double w = prior_.levels(k, j);
      gradient[k] = prior_.log_prior(k, j) + (slope + curvature * w) * w - log_q_(k, j);
    }
    softmax_chain_rule(q_.column(j), gradient);
    const double square = view(gradient).squaredNorm();
    sum += square;
    largest = std::max(largest, square);
  }
  return {.total = std::sqrt(sum), .largest = std::sqrt(largest)};
}

// (tau sqrt(v) (G - D) sqrt(v) + I) x: the Hessian of Eq. 11 in units of the weights' deviations, so that weights
// that are certain (v = 0) drop out instead of dividing by zero.
std::vector<double> CoordinateAscent::curvature_times(const std::vector<double>& x) const {
  std::vector<double> scaled(x.size());
  for (std::size_t j = 0; j < x.size(); ++j) scaled[j] = std::sqrt(variances_[j]) * x[j];
  std::vector<double> product(x.size());
  const int b = static_cast<int>(x.size());
  cblas_dsymv(CblasColMajor, CblasLower, b, 1.0, statistics_.gram.data(), b, scaled.data(), 1, 0.0, product.data(), 1);
  for (std::size_t j = 0; j < x.size(); ++j) {
    const double off_diagonal = product[j] - statistics_.gram(j, j) * scaled[j];
    product[j] = x[j] + noise_moments_.precision * std::sqrt(variances_[j]) * off_diagonal;
  }
  return product;
}

// The change of the means; zero where a weight is certain.
std::vector<double> CoordinateAscent::newton_direction() const {
  std::vector<double> gradient(means_.size());
  for (std::size_t j = 0; j < gradient.size(); ++j)
    gradient[j] = std::sqrt(variances_[j]) * (optimum_slope(j) - slopes_[j]);
  std::vector<double> direction =
      conjugate_gradients([this](const std::vector<double>& x) { return curvature_times(x); }, gradient,
                          {.tolerance = 0.1, .max_iterations = 25});
  for (std::size_t j = 0; j < direction.size(); ++j) direction[j] *= std::sqrt(variances_[j]);
  return direction;
}

double CoordinateAscent::newton_step() {
  const double before = elbo();
  const std::vector<double> old_slopes = slopes_, direction = newton_direction();
  std::vector<double> moved = means_;
  view(moved) += view(direction);
  std::vector<double> target = model_.residual(moved);
  for (std::size_t j = 0; j < target.size(); ++j)
    target[j] = noise_moments_.precision * (target[j] + statistics_.gram(j, j) * moved[j]);
  for (double step = 1.0; step > 0.1; step *= 0.5) {
    std::vector<double> slopes(target.size());
    view(slopes) = view(old_slopes) + step * (view(target) - view(old_slopes));
    const double gain = gain_at(slopes, before);
    if (gain > 0.0) return gain;
  }
  set_all_weights(old_slopes);
  return 0.0;
}

double CoordinateAscent::gain_at(const std::vector<double>& slopes, double elbo_before) {
  set_all_weights(slopes);
  return elbo() - elbo_before;
}

double CoordinateAscent::extrapolate(const std::vector<double>& first, const std::vector<double>& second,
                                     double longest) {
  const std::vector<double> third = slopes_;
  const Eigen::VectorXd change = view(second) - view(first), turn = view(third) - view(second) - change;
  const double length = std::min(change.norm() / turn.norm(), longest);
  if (!(length > 1.0)) return 0.0;
  std::vector<double> slopes(first.size());
  view(slopes) = view(first) + 2.0 * length * change + length * length * turn;
  const double gain = gain_at(slopes, elbo());
  if (gain > 0.0) return gain;
  set_all_weights(third);
  return 0.0;
}

Posterior CoordinateAscent::posterior() const {
  return {.log_component_weights = {0.0}, .log_probabilities = {log_q_}, .noise_log_probabilities = noise_log_q_};
}

}  // namespace direct
