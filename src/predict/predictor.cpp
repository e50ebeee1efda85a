// SPDX-License-Identifier: MIT
#include <direct/predict.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "algebra/power_sums.h"
#include "fit/gaussian_only.h"
#include "predict/distribution/law.h"
#include "predict/features_of.h"
#include "predict/row_blocks.h"

namespace direct {
namespace {

// Law of total variance over the components. A product distribution's variance is a sum of squares: never negative.
TermMoments mean_and_variance(const PosteriorTerms& terms, std::span<const double> features,
                              std::span<const double> point_masses) {
  std::vector<TermMoments> components;
  for (std::size_t i = 0, next = 0; i < terms.components.size(); ++i) {
    if (terms.is_point_mass[i]) {
      components.push_back({.mean = point_masses[next++]});
      continue;
    }
    std::array<double, 2> sums;
    power_sums(features, std::span(terms.components[i].cumulants).first(2 * features.size()), sums);
    components.push_back({.mean = sums[0], .variance = sums[1]});
  }
  return mixture_moments(terms, components);
}

}  // namespace

Predictor::Predictor(const TrainedModel& model) {
  require_gaussian(model.preparation.schema.likelihood, "Predictor");
  terms_ = std::make_unique<const PosteriorTerms>(model);
}

Predictor::~Predictor() = default;

Predictions Predictor::operator()(const Matrix& inputs) const {
  const Preparation& preparation = terms_->model.preparation;
  std::vector<double> means(inputs.rows()), variances(inputs.rows());
  for_each_block(preparation.features, standardised_inputs(preparation, inputs),
                 [&](std::size_t first, const Matrix& features) {
                   const Matrix point_masses = point_mass_values(*terms_, features);
                   for (std::size_t i = 0; i < features.cols(); ++i) {
                     const TermMoments moments = mean_and_variance(*terms_, features.column(i), point_masses.column(i));
                     means[first + i] = moments.mean;
                     variances[first + i] = moments.variance;
                   }
                 });
  return in_target_units(preparation.scaling, means, variances, terms_->noise_mean);
}

void Predictor::for_each(const Matrix& inputs, const Use& use) const {
  const Preparation& preparation = terms_->model.preparation;
  const Matrix standardised = standardised_inputs(preparation, inputs);
  const auto distribution = [&](std::size_t row, std::span<const double> features) {
    std::vector<double> values(standardised.cols());
    for (std::size_t j = 0; j < values.size(); ++j) values[j] = standardised(row, j);
    return PredictiveDistribution(
        std::make_shared<const PredictiveDistribution::Law>(predictive_law(*terms_, values, features)));
  };
  for_each_block(preparation.features, standardised, [&](std::size_t first, const Matrix& features) {
    for (std::size_t i = 0; i < features.cols(); ++i) use(first + i, distribution(first + i, features.column(i)));
  });
}

}  // namespace direct
