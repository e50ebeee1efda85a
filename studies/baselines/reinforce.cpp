// SPDX-License-Identifier: MIT
#include "baselines/reinforce.h"

#include <algorithm>
#include <cmath>

#include "baselines/views.h"

namespace study {
namespace {

void subtract_log_sum(std::span<double> logits) {
  const double largest = *std::ranges::max_element(logits);
  double sum = 0.0;
  for (const double logit : logits) sum += std::exp(logit - largest);
  for (double& logit : logits) logit -= largest + std::log(sum);
}

Logits log_softmax(Logits logits) {
  for (std::size_t j = 0; j < logits.weights.cols(); ++j) subtract_log_sum(logits.weights.column(j));
  subtract_log_sum(logits.noise);
  return logits;
}

Logits exponentials(Logits logs) {
  for (double& value : logs.weights.values()) value = std::exp(value);
  for (double& value : logs.noise) value = std::exp(value);
  return logs;
}

std::size_t draw_level(std::span<const double> probabilities, double uniform) {
  std::size_t level = 0;
  for (; level + 1 < probabilities.size() && uniform >= probabilities[level]; ++level) uniform -= probabilities[level];
  return level;
}

}  // namespace

SquareErrors square_errors_from_statistics(const direct::SecondMoments& statistics) {
  return [&statistics](const direct::Matrix& weights) {
    const Eigen::MatrixXd products = view(statistics.gram) * view(weights);
    const Eigen::VectorXd linear = view(weights).transpose() * view(statistics.feature_target);
    std::vector<double> result(weights.cols());
    for (Eigen::Index s = 0; s < products.cols(); ++s)
      result[static_cast<std::size_t>(s)] =
          statistics.target_square - 2.0 * linear[s] + view(weights).col(s).dot(products.col(s));
    return result;
  };
}

SquareErrors square_errors_from_rows(const direct::Matrix& features, const std::vector<double>& targets) {
  return [&](const direct::Matrix& weights) {
    const auto samples = static_cast<Eigen::Index>(weights.cols());
    const Eigen::Index block_rows = std::max<Eigen::Index>(16, 16384 / samples);  // residuals stay in the cache
    const auto rows = static_cast<Eigen::Index>(features.rows());
    Eigen::VectorXd sums = Eigen::VectorXd::Zero(samples);
    for (Eigen::Index first = 0; first < rows; first += block_rows) {
      const Eigen::Index count = std::min(block_rows, rows - first);
      const Eigen::MatrixXd residuals =
          (-(view(features).middleRows(first, count) * view(weights))).colwise() + view(targets).segment(first, count);
      sums += residuals.colwise().squaredNorm().transpose();
    }
    return std::vector<double>(sums.begin(), sums.end());
  };
}

direct::Posterior posterior_of(const Logits& logits) {
  Logits logs = log_softmax(logits);
  return {.log_component_weights = {0.0},
          .log_probabilities = {std::move(logs.weights)},
          .noise_log_probabilities = std::move(logs.noise)};
}

// Levels of each sample, column by column, and f.
struct ReinforceGradient::Samples {
  std::vector<std::size_t> levels, noise;  // num_features x samples, weight by weight fastest; one per sample
  std::vector<double> values;
};

ReinforceGradient::ReinforceGradient(const ReinforceProblem& problem, std::size_t samples, Baseline baseline,
                                     std::uint64_t seed)
    : problem_(problem), samples_(samples), baseline_(baseline), generator_(seed) {}

ReinforceGradient::Samples ReinforceGradient::draw(const Logits& logs) {
  const direct::WeightPrior& prior = problem_.prior;
  const Logits probabilities = exponentials(logs);
  const std::size_t num_features = prior.num_features();
  std::uniform_real_distribution<double> uniform;
  Samples drawn{std::vector<std::size_t>(num_features * samples_), std::vector<std::size_t>(samples_),
                std::vector<double>(samples_)};
  direct::Matrix weights(num_features, samples_);
  for (std::size_t s = 0; s < samples_; ++s) {
    for (std::size_t j = 0; j < num_features; ++j) {
      const std::size_t level = draw_level(probabilities.weights.column(j), uniform(generator_));
      drawn.levels[j + s * num_features] = level;
      weights(j, s) = prior.levels(level, j);
      drawn.values[s] += prior.log_prior(level, j) - logs.weights(level, j);
    }
    drawn.noise[s] = draw_level(probabilities.noise, uniform(generator_));
    drawn.values[s] += problem_.noise.log_prior[drawn.noise[s]] - logs.noise[drawn.noise[s]];
  }
  const std::vector<double> errors = problem_.square_errors(weights);
  for (std::size_t s = 0; s < samples_; ++s)
    drawn.values[s] +=
        direct::log_noise_likelihood(problem_.num_rows, errors[s], problem_.noise.variances[drawn.noise[s]]);
  return drawn;
}

std::vector<double> ReinforceGradient::advantages(const std::vector<double>& values) {
  if (baseline_ == Baseline::none) return values;
  std::vector<double> result = values;
  if (values.size() > 1) {
    const double sum = view(values).sum(), others = static_cast<double>(values.size() - 1);
    for (double& value : result) value -= (sum - value) / others;
    return result;
  }
  constexpr double memory = 0.95;
  if (has_history_) result.front() -= running_mean_;
  if (!has_history_) result.front() = 0.0;  // nothing to compare it with yet
  running_mean_ = has_history_ ? memory * running_mean_ + (1.0 - memory) * values.front() : values.front();
  has_history_ = true;
  return result;
}

Logits ReinforceGradient::operator()(const Logits& logits) {
  const Logits logs = log_softmax(logits);
  const Samples drawn = draw(logs);
  const std::vector<double> weights = advantages(drawn.values);
  const std::size_t num_features = problem_.prior.num_features();
  const double sum = view(weights).sum(), share = 1.0 / static_cast<double>(samples_);
  Logits gradient = exponentials(logs);  // d log q_k / d logit_l = [k = l] - q_l
  for (double& value : gradient.weights.values()) value *= -sum * share;
  for (double& value : gradient.noise) value *= -sum * share;
  for (std::size_t s = 0; s < samples_; ++s) {
    for (std::size_t j = 0; j < num_features; ++j)
      gradient.weights(drawn.levels[j + s * num_features], j) += share * weights[s];
    gradient.noise[drawn.noise[s]] += share * weights[s];
  }
  return gradient;
}

}  // namespace study
