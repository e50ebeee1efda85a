// SPDX-License-Identifier: MIT
#include "oracle/generalized.h"

#include <algorithm>
#include <cmath>

#include <boost/math/special_functions/gamma.hpp>

#include "oracle/tiny_model.h"

namespace direct::oracle {
namespace {

long double log_logistic(long double z) { return z < 0.0L ? z - std::log1p(std::exp(z)) : -std::log1p(std::exp(-z)); }

long double log_sum(const std::vector<long double>& logs) {
  const long double largest = *std::max_element(logs.begin(), logs.end());
  long double sum = 0.0L;
  for (const long double value : logs) sum += std::exp(value - largest);
  return largest + std::log(sum);
}

}  // namespace

TrainedModel generalized_model(const TinyProblem& problem, const Posterior& q, Likelihood likelihood, double offset) {
  TrainedModel model = tiny_model(problem, q);
  model.preparation.schema.likelihood = likelihood;
  model.preparation.scaling.target_mean = offset;
  model.statistics.reset();
  if (likelihood == Likelihood("bernoulli")) model.preparation.schema.classes = {"no", "yes"};
  if (likelihood == Likelihood("gamma")) return model;
  model.noise = {.variances = {1.0}, .log_prior = {0.0}};
  model.posterior.noise_log_probabilities = {0.0};
  return model;
}

GeneralizedMixture::GeneralizedMixture(const TrainedModel& model, std::span<const double> features, double exposure)
    : likelihood_(model.preparation.schema.likelihood) {
  const TinyProblem problem{.prior = model.prior, .noise = model.noise};
  const Posterior& q = model.posterior;
  const long double offset = model.preparation.scaling.target_mean + std::log(static_cast<long double>(exposure));
  for (std::size_t i = 0; i < q.num_components(); ++i) {
    const Posterior component{.log_component_weights = {0.0},
                              .log_probabilities = {q.log_probabilities[i]},
                              .noise_log_probabilities = q.noise_log_probabilities};
    enumerate(problem, component, [&](const Configuration& configuration) {
      long double z = offset;
      for (std::size_t j = 0; j < features.size(); ++j)
        z += static_cast<long double>(features[j]) * configuration.weights[j];
      const long double probability = std::exp(q.log_component_weights[i] + configuration.log_q);
      if (probability > 0.0L) parts_.push_back({probability, z, configuration.noise_variance});
    });
  }
}

template <typename Function>
long double GeneralizedMixture::sum(const Function& function) const {
  long double result = 0.0L;
  for (const Part& part : parts_) result += part.probability * function(part);
  return result;
}

long double GeneralizedMixture::mean_at(long double z) const {
  return likelihood_ == Likelihood("bernoulli") ? std::exp(log_logistic(z)) : std::exp(z);
}

long double GeneralizedMixture::noise_at(const Part& part) const {
  if (likelihood_ == Likelihood("bernoulli")) return std::exp(log_logistic(part.z) + log_logistic(-part.z));
  return likelihood_ == Likelihood("poisson") ? std::exp(part.z) : part.dispersion * std::exp(2.0L * part.z);
}

long double GeneralizedMixture::mean() const {
  return sum([this](const Part& part) { return mean_at(part.z); });
}

long double GeneralizedMixture::model_variance() const {
  const long double centre = mean();
  return sum([&](const Part& part) { return (mean_at(part.z) - centre) * (mean_at(part.z) - centre); });
}

long double GeneralizedMixture::noise_variance() const {
  return sum([this](const Part& part) { return noise_at(part); });
}

long double GeneralizedMixture::predictor_mean() const {
  return sum([](const Part& part) { return part.z; });
}

long double GeneralizedMixture::predictor_variance() const {
  const long double centre = predictor_mean();
  return sum([&](const Part& part) { return (part.z - centre) * (part.z - centre); });
}

long double GeneralizedMixture::log_probability_at(const Part& part, long double y) const {
  if (likelihood_ == Likelihood("bernoulli")) return log_logistic(y == 1.0L ? part.z : -part.z);
  if (likelihood_ == Likelihood("poisson")) return y * part.z - std::exp(part.z) - boost::math::lgamma(y + 1.0L);
  const long double shape = 1.0L / part.dispersion, rate = std::log(shape) - part.z;
  return shape * rate + (shape - 1.0L) * std::log(y) - std::exp(rate) * y - boost::math::lgamma(shape);
}

long double GeneralizedMixture::log_probability(long double y) const {
  std::vector<long double> logs;
  for (const Part& part : parts_) logs.push_back(std::log(part.probability) + log_probability_at(part, y));
  return log_sum(logs);
}

long double GeneralizedMixture::lower(long double y) const {
  return sum([&](const Part& part) {
    if (likelihood_ == Likelihood("poisson")) return boost::math::gamma_q(y + 1.0L, std::exp(part.z));
    const long double shape = 1.0L / part.dispersion;
    return boost::math::gamma_p(shape, shape * y * std::exp(-part.z));
  });
}

long double GeneralizedMixture::upper(long double y) const {
  return sum([&](const Part& part) {
    if (likelihood_ == Likelihood("poisson")) return boost::math::gamma_p(y + 1.0L, std::exp(part.z));
    const long double shape = 1.0L / part.dispersion;
    return boost::math::gamma_q(shape, shape * y * std::exp(-part.z));
  });
}

}  // namespace direct::oracle
