// SPDX-License-Identifier: MIT
#include <direct/predict.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "algebra/parallel.h"
#include "algebra/power_sums.h"
#include "features/row_features.h"
#include "predict/distribution/law.h"
#include "predict/features_of.h"

namespace direct {
namespace {

// The features of so many rows stay in the second-level cache.
constexpr std::size_t rows_per_task = 16;

// Calls use(row, features) for every row, from several threads at once.
template <typename Use>
void for_each_row(const FeatureMap& map, const Matrix& standardised, const Use& use) {
  parallel_for((standardised.rows() + rows_per_task - 1) / rows_per_task, [&](std::size_t task) {
    const std::size_t first = task * rows_per_task, count = std::min(rows_per_task, standardised.rows() - first);
    Matrix features;
    evaluate_rows(map, standardised, first, count, features);
    for (std::size_t i = 0; i < count; ++i) use(first + i, std::span<const double>(features.column(i)));
  });
}

// Law of total variance over the components. A product distribution's variance is a sum of squares: never negative.
TermMoments mean_and_variance(const PosteriorTerms& terms, std::span<const double> features) {
  std::vector<TermMoments> components;
  for (const TermTable& table : terms.components) {
    std::array<double, 2> sums;
    power_sums(features, std::span(table.cumulants).first(2 * features.size()), sums);
    components.push_back({.mean = sums[0], .variance = sums[1]});
  }
  return mixture_moments(terms, components);
}

}  // namespace

Predictor::Predictor(const TrainedModel& model) : terms_(std::make_unique<const PosteriorTerms>(model)) {}

Predictor::~Predictor() = default;

Predictions Predictor::operator()(const Matrix& inputs) const {
  const Preparation& preparation = terms_->model.preparation;
  std::vector<double> means(inputs.rows()), variances(inputs.rows());
  for_each_row(preparation.features, standardised_inputs(preparation, inputs),
               [&](std::size_t row, std::span<const double> features) {
                 const TermMoments moments = mean_and_variance(*terms_, features);
                 means[row] = moments.mean;
                 variances[row] = moments.variance;
               });
  return in_target_units(preparation.scaling, means, variances, terms_->noise_mean);
}

void Predictor::for_each(const Matrix& inputs, const Use& use) const {
  const Preparation& preparation = terms_->model.preparation;
  const Matrix standardised = standardised_inputs(preparation, inputs);
  for_each_row(preparation.features, standardised, [&](std::size_t row, std::span<const double> features) {
    std::vector<double> values(standardised.cols());
    for (std::size_t j = 0; j < values.size(); ++j) values[j] = standardised(row, j);
    use(row, PredictiveDistribution(
                 std::make_shared<const PredictiveDistribution::Law>(predictive_law(*terms_, values, features))));
  });
}

}  // namespace direct
