// SPDX-License-Identifier: MIT
#include "predict/feature_cost.h"

#include <cmath>
#include <vector>

#include <direct/elbo.h>

#include "algebra/dense.h"
#include "fit/leave_one_out.h"
#include "predict/features_of.h"

namespace direct {
namespace {

// 1 of a constant target, which both predict without any error.
double ratio_of_roots(double square, double other) { return other > 0.0 ? std::sqrt(square / other) : 1.0; }

Matrix features_at(const FeatureMap& map, const Matrix& inputs) {
  Matrix features;
  evaluate(map, inputs, features);
  return features;
}

// Phases of integer Fourier features count from the centres.
Matrix centred(Matrix inputs, const IntegerFourier& map) {
  if (map.is_trained()) return inputs;
  for (std::size_t j = 0; j < inputs.cols(); ++j) view(inputs.column(j)).array() -= map.centres[j];
  return inputs;
}

std::vector<double> standardised_targets(const Preparation& preparation) {
  std::vector<double> targets = preparation.pilot_targets;
  for (double& target : targets) target = (target - preparation.scaling.target_mean) / preparation.scaling.target_scale;
  return targets;
}

}  // namespace

std::optional<FeatureCost> feature_cost(const TrainedModel& model) {
  const Preparation& preparation = model.preparation;
  const FeatureMap& map = preparation.features;
  const std::vector<double> targets = standardised_targets(preparation);
  if (!map.integer || targets.empty() || !preparation.schema.likelihood->is_gaussian) return std::nullopt;
  const WeightPrior prior = effective_prior(model.prior, model.posterior);
  const double noise = noise_variance(model.posterior, model.noise);
  const Matrix inputs = standardised_inputs(preparation, preparation.pilot_inputs);
  const auto scores = [&](const Matrix& features) {
    return leave_one_out(features, targets, {.weights = prior.variances, .noise = noise});
  };
  const auto integer = scores(features_at(map, inputs));
  const auto floating = scores(features_at(float_features(map), centred(inputs, *map.integer)));
  if (!integer || !floating) return std::nullopt;
  return FeatureCost{.num_rows = targets.size(),
                     .rmse_ratio = ratio_of_roots(integer->mean_square(), floating->mean_square()),
                     .nll = integer->nll() - floating->nll()};
}

}  // namespace direct
