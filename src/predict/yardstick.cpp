// SPDX-License-Identifier: MIT
#include "predict/yardstick.h"

#include "algebra/cholesky.h"
#include "algebra/dense.h"
#include "predict/features_of.h"

namespace direct {

CompanionPredictor::CompanionPredictor(const TrainedModel& model)
    : model_(model),
      noise_variance_(noise_variance(model.posterior, model.noise)),
      companion_(gaussian_companion(second_moments(*model.statistics), model.prior,
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

}  // namespace direct
