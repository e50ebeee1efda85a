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
  for (std::size_t j = 0; j < expected; ++j)
    for (std::size_t i = 0; i < inputs.rows(); ++i)
      if (!std::isfinite(inputs(i, j)))
        throw Error(ErrorKind::usage, "expected finite inputs, found " + std::to_string(inputs(i, j)) + " in row " +
                                          std::to_string(i) + ", column " + std::to_string(j) + " (from 0)");
  Matrix standardised = inputs;
  standardise_inputs(preparation.scaling, standardised);
  return standardised;
}

Matrix features_of(const Preparation& preparation, const Matrix& inputs) {
  Matrix features;
  evaluate(preparation.features, standardised_inputs(preparation, inputs), features);
  return features;
}

Prediction in_target_units(const Units& units, double mean, double variance, double noise_variance) {
  Prediction result{.mean = units.location + units.scale * mean,
                    .std_model = units.scale * std::sqrt(variance),
                    .std_noise = units.scale * std::sqrt(noise_variance)};
  result.std_total = std::hypot(result.std_model, result.std_noise);
  result.eta_mean = result.mean;
  result.eta_std = result.std_model;
  return result;
}

}  // namespace direct
