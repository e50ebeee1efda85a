// SPDX-License-Identifier: MIT
#include "predict/features_of.h"

#include <cmath>
#include <string>

#include <direct/error.h>

namespace direct {

Matrix standardised_inputs(const Preparation& preparation, const Matrix& inputs) {
  const std::size_t expected = preparation.features.num_inputs;
  if (inputs.cols() != expected)
    throw Error(ErrorKind::usage,
                "the model expects " + std::to_string(expected) + " inputs, found " + std::to_string(inputs.cols()));
  Matrix standardised = inputs;
  standardise_inputs(preparation.scaling, standardised);
  return standardised;
}

Matrix features_of(const Preparation& preparation, const Matrix& inputs) {
  Matrix features;
  evaluate(preparation.features, standardised_inputs(preparation, inputs), features);
  return features;
}

Predictions in_target_units(const Scaling& scaling, std::span<const double> means, std::span<const double> variances,
                            double noise_variance) {
  const double std_noise = scaling.target_scale * std::sqrt(noise_variance);
  Predictions result;
  for (std::size_t i = 0; i < means.size(); ++i) {
    result.mean.push_back(scaling.target_mean + scaling.target_scale * means[i]);
    result.std_model.push_back(scaling.target_scale * std::sqrt(variances[i]));
    result.std_noise.push_back(std_noise);
    result.std_total.push_back(std::hypot(result.std_model.back(), std_noise));
  }
  return result;
}

}  // namespace direct
