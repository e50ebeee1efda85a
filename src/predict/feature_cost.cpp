// SPDX-License-Identifier: MIT
#include "predict/feature_cost.h"

#include <cmath>
#include <vector>

#include <direct/elbo.h>

#include "algebra/cholesky.h"
#include "algebra/dense.h"
#include "predict/features_of.h"

namespace direct {
namespace {

struct LeftOutScores {
  double mean_square = 0.0, nll = 0.0;
};

// The covariance of the targets, that of the weights' prior and the noise.
Matrix target_covariance(const Matrix& features, const std::vector<double>& variances, double noise) {
  Matrix scaled = features, covariance(features.rows(), features.rows());
  for (std::size_t j = 0; j < scaled.cols(); ++j) view(scaled.column(j)) *= std::sqrt(variances[j]);
  view(covariance).selfadjointView<Eigen::Lower>().rankUpdate(view(scaled));
  for (std::size_t i = 0; i < covariance.rows(); ++i) covariance(i, i) += noise;
  return covariance;
}

// With C the covariance, target i less its prediction from the others is (C^-1 y)_i / (C^-1)_ii, of variance
// 1 / (C^-1)_ii. None where C has no Cholesky factor.
std::optional<LeftOutScores> left_out_scores(Matrix covariance, const std::vector<double>& targets) {
  if (!factorise(covariance)) return std::nullopt;
  std::vector<double> solved = targets;
  solve_factorised(covariance, solved);
  invert_factorised(covariance);
  LeftOutScores sum;
  for (std::size_t i = 0; i < solved.size(); ++i) {
    const double precision = covariance(i, i), error = solved[i] / precision;
    sum.mean_square += error * error;
    sum.nll += 0.5 * (error * error * precision - std::log(precision));
  }
  const auto count = static_cast<double>(targets.size());
  return LeftOutScores{.mean_square = sum.mean_square / count, .nll = sum.nll / count};
}

// 1 of a constant target, which both predict without any error.
double ratio_of_roots(double square, double other) { return other > 0.0 ? std::sqrt(square / other) : 1.0; }

Matrix features_at(const FeatureMap& map, const Matrix& inputs) {
  Matrix features;
  evaluate(map, inputs, features);
  return features;
}

// Phases of integer features count from the centres.
Matrix centred(Matrix inputs, const IntegerFourier& map) {
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
  if (!map.integer || targets.empty() || preparation.schema.likelihood != Likelihood::gaussian) return std::nullopt;
  const WeightPrior prior = effective_prior(model.prior, model.posterior);
  const double noise = noise_variance(model.posterior, model.noise);
  const Matrix inputs = standardised_inputs(preparation, preparation.pilot_inputs);
  const auto scores = [&](const Matrix& features) {
    return left_out_scores(target_covariance(features, prior.variances, noise), targets);
  };
  const auto integer = scores(features_at(map, inputs));
  const auto floating = scores(features_at(float_features(map), centred(inputs, *map.integer)));
  if (!integer || !floating) return std::nullopt;
  return FeatureCost{.num_rows = targets.size(),
                     .rmse_ratio = ratio_of_roots(integer->mean_square, floating->mean_square),
                     .nll = integer->nll - floating->nll};
}

}  // namespace direct
