// SPDX-License-Identifier: MIT
#include "predict/yardstick.h"

#include <cmath>

#include <direct/elbo.h>

#include "algebra/categorical.h"
#include "algebra/cholesky.h"
#include "algebra/dense.h"
#include "predict/distribution/gaussian_mixture.h"
#include "predict/features_of.h"

namespace direct {
namespace {

// Of a network the companion is a full-precision regression on the same monomials, its prior at the best evidence.
WeightPrior companion_prior(const TrainedModel& model, const SecondMoments& statistics) {
  if (model.options.model == ModelKind::linear) return effective_prior(model.prior, model.posterior);
  const EvidenceMaximum maximum =
      maximise_evidence(statistics, model.preparation.pilot, {.noise = noise_variance(model.posterior, model.noise)});
  return make_prior(PriorKind::gaussian, std::vector<double>{-1.0, 1.0}, maximum.variances.weight,
                    statistics.num_features());
}

}  // namespace

CompanionPredictor::CompanionPredictor(const TrainedModel& model)
    : model_(model),
      noise_variance_(noise_variance(model.posterior, model.noise)),
      prior_(companion_prior(model, second_moments(*model.statistics))),
      companion_(gaussian_companion(second_moments(*model.statistics), prior_,
                                    noise_precision(model.posterior, model.noise))) {}

// Mean phi'm and variance phi' A^-1 phi = |L^-1 phi|^2
Predictions CompanionPredictor::operator()(const Matrix& inputs) const {
  const Matrix features = features_of(model_.preparation, inputs);
  std::vector<double> means(features.rows()), variances(features.rows());
  view(means) = view(features) * view(companion_.mean);
  Matrix transposed(features.cols(), features.rows());
  view(transposed) = view(features).transpose();
  solve_lower(companion_.factor, transposed);
  for (std::size_t i = 0; i < variances.size(); ++i) variances[i] = view(transposed.column(i)).squaredNorm();
  return in_target_units(model_.preparation.scaling, means, variances, noise_variance_);
}

CompanionScores::CompanionScores(const TrainedModel& model)
    : predictor_(model), noise_(noise_terms(model)), target_scale_(model.preparation.scaling.target_scale) {}

// For the standardised target, whose squares are in range whatever its units.
void CompanionScores::add(const Rows& rows) {
  const Predictions predictions = predictor_(rows.inputs);
  for (std::size_t i = 0; i < rows.targets.size(); ++i) {
    const double error = rows.targets[i] - predictions.mean[i], std_model = predictions.std_model[i] / target_scale_;
    GaussianMixture mixture;
    for (std::size_t l = 0; l < noise_.variances.size(); ++l)
      mixture.parts.push_back({.probability = noise_.probabilities[l],
                               .mean = 0.0,
                               .variance = std_model * std_model + noise_.variances[l]});
    squares_.add(error);
    log_density_ += log_density(mixture, error / target_scale_);
    crps_ += mean_distance(mixture, error / target_scale_) - 0.5 * mean_difference(mixture);
  }
  num_rows_ += static_cast<double>(rows.targets.size());
}

Yardstick CompanionScores::result() const {
  return {.rmse = squares_.root_mean(num_rows_),
          .nll = std::log(target_scale_) - finite(log_density_) / num_rows_,
          .crps = target_scale_ * (crps_ / num_rows_)};
}

}  // namespace direct
