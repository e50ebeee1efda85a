// SPDX-License-Identifier: MIT
#include "predict/yardstick.h"

#include <cmath>

#include <direct/elbo.h>

#include "algebra/categorical.h"
#include "algebra/cholesky.h"
#include "algebra/dense.h"
#include "laws/gaussian_mixture.h"
#include "predict/features_of.h"
#include "predict/weight_terms.h"

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
      noise_variance_(predicted_noise_variance(model)),
      prior_(companion_prior(model, second_moments(*model.statistics))),
      companion_(gaussian_companion(second_moments(*model.statistics), prior_,
                                    noise_precision(model.posterior, model.noise))) {}

// Mean phi'm and variance phi' A^-1 phi = |L^-1 phi|^2
std::vector<Prediction> CompanionPredictor::operator()(const Matrix& inputs) const {
  const Matrix features = features_of(model_.preparation, inputs);
  std::vector<double> means(features.rows());
  view(means) = view(features) * view(companion_.mean);
  Matrix transposed(features.cols(), features.rows());
  view(transposed) = view(features).transpose();
  solve_lower(companion_.factor, transposed);
  std::vector<Prediction> result;
  for (std::size_t i = 0; i < means.size(); ++i)
    result.push_back(in_target_units(units_of(model_.preparation.scaling), means[i],
                                     view(transposed.column(i)).squaredNorm(), noise_variance_));
  return result;
}

CompanionScores::CompanionScores(const TrainedModel& model)
    : predictor_(model), noise_(noise_terms(model)), target_scale_(model.preparation.scaling.target_scale) {}

// For the standardised target, whose squares are in range whatever its units.
void CompanionScores::add(const Rows& rows) {
  const std::vector<Prediction> predictions = predictor_(rows.inputs);
  for (std::size_t i = 0; i < rows.targets.size(); ++i) {
    const double error = rows.targets[i] - predictions[i].mean, std_model = predictions[i].std_model / target_scale_;
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
