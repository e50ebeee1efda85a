// SPDX-License-Identifier: MIT
#include "model_view.h"

#include <cmath>

namespace direct {
namespace {

double square(double x) { return x * x; }

}  // namespace

std::vector<double> first_levels(const TrainedModel& model) {
  if (model.prior.num_features() == 0) return {};
  const auto column = model.prior.levels.column(0);
  return {column.begin(), column.end()};
}

std::vector<double> noise_variances(const TrainedModel& model) {
  std::vector<double> variances = model.noise.variances;
  for (double& variance : variances) variance *= square(model.preparation.scaling.target_scale);
  return variances;
}

std::vector<double> noise_probabilities(const TrainedModel& model) {
  std::vector<double> probabilities;
  for (double value : model.posterior.noise_log_probabilities) probabilities.push_back(std::exp(value));
  return probabilities;
}

double noise_std(const TrainedModel& model) {
  return std::sqrt(noise_variance(model.posterior, model.noise)) * model.preparation.scaling.target_scale;
}

double pilot_noise(const Preparation& preparation) {
  return preparation.pilot.noise * square(preparation.scaling.target_scale);
}

double noise_hyperparameter(const TrainedModel& model) {
  return model.summary.hyperparameters.noise * square(model.preparation.scaling.target_scale);
}

double prior_scale(const TrainedModel& model) { return std::sqrt(model.summary.hyperparameters.weight); }

}  // namespace direct
