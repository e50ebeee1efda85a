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
#include "predict/network/network_law.h"
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

std::vector<double> row_of(const Matrix& matrix, std::size_t row) {
  std::vector<double> values(matrix.cols());
  for (std::size_t j = 0; j < values.size(); ++j) values[j] = matrix(row, j);
  return values;
}

PredictiveDistribution distribution_of(PredictiveDistribution::Law law) {
  return PredictiveDistribution(std::make_shared<const PredictiveDistribution::Law>(std::move(law)));
}

}  // namespace

Predictor::Predictor(const TrainedModel& model) {
  require_gaussian(model.preparation.schema.likelihood, "Predictor");
  terms_ = std::make_unique<const PosteriorTerms>(model);
  if (model.options.model == ModelKind::network) network_ = std::make_unique<const NetworkTerms>(model);
}

Predictor::~Predictor() = default;

Predictions Predictor::operator()(const Matrix& inputs) const {
  const Preparation& preparation = terms_->model.preparation;
  std::vector<double> means(inputs.rows()), variances(inputs.rows());
  if (network_) {
    const Matrix standardised = standardised_inputs(preparation, inputs);
    parallel_for(inputs.rows(), [&](std::size_t i) {
      const TermMoments moments = mixture_moments(*terms_, output_moments(*network_, row_of(standardised, i)));
      means[i] = moments.mean;
      variances[i] = moments.variance;
    });
    return in_target_units(preparation.scaling, means, variances, terms_->noise_mean);
  }
  if (terms_->ensemble) {
    for_each_block(preparation.features, standardised_inputs(preparation, inputs),
                   [&](std::size_t first, const Matrix& features) {
                     const Matrix products = ensemble_products(*terms_->ensemble, features);
                     for (std::size_t i = 0; i < features.cols(); ++i) {
                       const EnsembleMoments moments = ensemble_moments(products.column(i));
                       means[first + i] = moments.location;
                       variances[first + i] = moments.variance;
                     }
                   });
    return in_target_units(preparation.scaling, means, variances, terms_->noise_mean);
  }
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
  if (network_)
    return parallel_for(inputs.rows(), [&](std::size_t row) {
      use(row, distribution_of(network_law(*terms_, *network_, row_of(standardised, row))));
    });
  if (terms_->ensemble)
    return for_each_block(preparation.features, standardised, [&](std::size_t first, const Matrix& features) {
      const Matrix products = ensemble_products(*terms_->ensemble, features);
      for (std::size_t i = 0; i < features.cols(); ++i)
        use(first + i, distribution_of(ensemble_law(*terms_, products.column(i))));
    });
  for_each_block(preparation.features, standardised, [&](std::size_t first, const Matrix& features) {
    for (std::size_t i = 0; i < features.cols(); ++i) {
      const std::vector<double> own = row_of(standardised, first + i);
      use(first + i, distribution_of(predictive_law(*terms_, own, features.column(i))));
    }
  });
}

}  // namespace direct
