// SPDX-License-Identifier: MIT
#include "model_view.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <direct/elbo.h>

namespace direct {
namespace {

double square(double x) { return x * x; }

// Over the components of the posterior, by their weights.
std::vector<double> mean_responsibilities(const TrainedModel& model) {
  const auto shares = responsibilities(model.posterior, model.prior);
  std::vector<double> mean(model.prior.components.size(), 0.0);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const double alpha = std::exp(model.posterior.log_component_weights[i]);
    for (std::size_t c = 0; c < mean.size(); ++c) mean[c] += alpha * shares[i][c];
  }
  return mean;
}

}  // namespace

std::string levels_text(const LevelsReport& levels) {
  return fmt::format("{} bits ({} levels), expected to cost {:.2g} nats per row on unseen rows", levels.bits,
                     levels.num_levels, levels.cost);
}

std::string feature_cost_text(const FeatureCost& cost) {
  return fmt::format("{:+.4f} nats per row, rmse x {:.4f} (each of {} pilot rows predicted from the others)", cost.nll,
                     cost.rmse_ratio, cost.num_rows);
}

double rmse_ratio(double with_codes, double without) { return without > 0.0 ? with_codes / without : 1.0; }

bool shares_levels(const TrainedModel& model) {
  const Matrix& levels = model.prior.levels;
  for (std::size_t j = 1; j < levels.cols(); ++j)
    if (!std::ranges::equal(levels.column(0), levels.column(j))) return false;
  return true;
}

std::vector<double> levels_of(const TrainedModel& model, std::size_t weight) {
  const auto column = model.prior.levels.column(weight);
  return {column.begin(), column.end()};
}

LevelRange level_range(const TrainedModel& model) {
  const auto [lowest, highest] = std::ranges::minmax(model.prior.levels.values());
  return {lowest, highest};
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

double pilot_noise(const Preparation& preparation) {
  return preparation.pilot.noise * square(preparation.scaling.target_scale);
}

double noise_hyperparameter(const TrainedModel& model) {
  return model.summary.hyperparameters.noise * square(model.preparation.scaling.target_scale);
}

double prior_scale(const TrainedModel& model) { return std::sqrt(model.summary.hyperparameters.weight); }

std::string network_text(const TrainedModel& model) {
  const Network network = network_of(model);
  return fmt::format("network {}-{}-1 of {} weights", network.num_inputs, fmt::join(network.hidden, "-"),
                     num_weights(network));
}

PriorScales prior_scales(const TrainedModel& model) {
  PriorScales result;
  if (model.prior.components.empty() || model.prior.num_features() == 0) return result;
  for (const PriorComponent& component : model.prior.components) {
    result.scales.push_back(std::sqrt(component.variances.front()));
    result.probabilities.push_back(std::exp(component.log_weight));
  }
  result.responsibilities = mean_responsibilities(model);
  return result;
}

std::size_t count(const std::vector<DrawReport>& draws, DrawFate fate) {
  return static_cast<std::size_t>(
      std::count_if(draws.begin(), draws.end(), [fate](const DrawReport& draw) { return draw.fate == fate; }));
}

double largest_distortion(const std::vector<DrawReport>& draws) {
  double largest = 0.0;
  for (const DrawReport& draw : draws) largest = std::max(largest, draw.distortion);
  return largest;
}

}  // namespace direct
