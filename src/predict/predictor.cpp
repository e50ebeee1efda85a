// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/predict.h>

#include <boost/math/distributions/normal.hpp>

#include "algebra/blas.h"
#include "algebra/dense.h"
#include "predict/features_of.h"

namespace direct {

Predictor::Predictor(const TrainedModel& model)
    : model_(model),
      moments_(weight_moments(model.posterior, model.prior)),
      noise_variance_(noise_variance(model.posterior, model.noise)) {}

// Eq. 12. The variance of a product distribution is a sum of squares: never negative.
Predictions Predictor::operator()(const Matrix& inputs) const {
  if (inputs.rows() == 0) return {};  // BLAS would complain on standard error
  use_single_threaded_blas();
  Matrix features = features_of(model_.preparation, inputs);
  std::vector<double> means(features.rows()), variances(features.rows());
  view(means) = view(features) * view(moments_.means);
  view(features) = view(features).cwiseAbs2();
  view(variances) = view(features) * view(moments_.variances);
  return in_target_units(model_.preparation.scaling, means, variances, noise_variance_);
}

Interval gaussian_interval(const Predictions& predictions, double level) {
  if (!(level > 0.0 && level < 1.0))
    throw Error(ErrorKind::usage, "--interval: expected a level between 0 and 1, found " + std::to_string(level));
  const double width = boost::math::quantile(boost::math::complement(boost::math::normal(), 0.5 * (1.0 - level)));
  Interval interval;
  for (std::size_t i = 0; i < predictions.mean.size(); ++i) {
    interval.lower.push_back(predictions.mean[i] - width * predictions.std_total[i]);
    interval.upper.push_back(predictions.mean[i] + width * predictions.std_total[i]);
  }
  return interval;
}

}  // namespace direct
