// SPDX-License-Identifier: MIT
#include "fit/coordinate_ascent.h"

#include <cblas.h>
#include <algorithm>
#include <cmath>
#include <limits>

#include "algebra/categorical.h"
#include "algebra/dense.h"
#include "fit/lattice.h"

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
  set_slopes(slopes);
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

void CoordinateAscent::set_slopes(const std::vector<double>& slopes) {
  for (std::size_t j = 0; j < slopes.size(); ++j) set_weight(j, slopes[j]);
  residual_ = model_.residual(means_);
}

void CoordinateAscent::set_slope(std::size_t j, double slope) {
  const double before = means_[j];
  set_weight(j, slope);
  move_residual(j, means_[j] - before);
}

void CoordinateAscent::move_residual(std::size_t j, double change) {
  if (change == 0.0) return;
  cblas_daxpy(static_cast<int>(means_.size()), -change, statistics_.gram.column(j).data(), 1, residual_.data(), 1);
}

double CoordinateAscent::sweep_weights() {
  double gain = 0.0;
  for (std::size_t j = 0; j < means_.size(); ++j) {
    const double before = means_[j];
    gain += set_weight(j, optimum_slope(j));
    move_residual(j, means_[j] - before);
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

// Of a weight at some slope: its mean, and the logarithm of the sum of its prior times exp(slope w - tau D_j w^2 / 2).
struct CoordinateAscent::Factor {
  double mean = 0.0, log_sum = 0.0;
};

CoordinateAscent::Factor CoordinateAscent::factor_at(std::size_t j, double slope) const {
  const double curvature = -0.5 * noise_moments_.precision * statistics_.gram(j, j);
  std::vector<double> logits(prior_.num_levels());
  for (std::size_t k = 0; k < logits.size(); ++k) {
    const double w = prior_.levels(k, j);
    logits[k] = prior_.log_prior(k, j) + (slope + curvature * w) * w;
  }
  const double largest = *std::ranges::max_element(logits);
  double sum = 0.0, moment = 0.0;
  for (std::size_t k = 0; k < logits.size(); ++k) {
    const double weight = std::exp(logits[k] - largest);
    sum += weight;
    moment += weight * prior_.levels(k, j);
  }
  return {.mean = moment / sum, .log_sum = largest + std::log(sum)};
}

// By the slope that takes the most probable level to its neighbour, were the prior flat.
CoordinateAscent::Move CoordinateAscent::move(std::size_t j, bool up) const {
  const auto levels = prior_.levels.column(j);
  const std::size_t k = nearest_level(levels, means_[j]);
  if (up ? k + 1 == levels.size() : k == 0) return {.slope = slopes_[j]};
  const double step = up ? levels[k + 1] - levels[k] : levels[k - 1] - levels[k];
  const double slope = slopes_[j] + noise_moments_.precision * statistics_.gram(j, j) * step;
  const Factor here = factor_at(j, slopes_[j]), there = factor_at(j, slope);
  return {.slope = slope,
          .mean_change = there.mean - here.mean,
          .cost = (here.log_sum - slopes_[j] * here.mean) - (there.log_sum - slope * there.mean)};
}

Posterior CoordinateAscent::posterior() const {
  return {.log_component_weights = {0.0}, .log_probabilities = {log_q_}, .noise_log_probabilities = noise_log_q_};
}

}  // namespace direct
