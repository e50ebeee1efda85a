// SPDX-License-Identifier: MIT
#include "predict/generalized/terms.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <direct/error.h>

#include "algebra/constants.h"
#include "predict/generalized/moments.h"

namespace direct {
namespace {

Likelihood checked(Likelihood likelihood) {
  if (likelihood == Likelihood::gaussian)
    throw Error(ErrorKind::usage,
                "expected a model of classes, counts or positive numbers, found one of Gaussian noise");
  return likelihood;
}

LinearPredictor linear_predictor(const GeneralizedTerms& terms, std::span<const double> features,
                                 std::span<const double> point_masses, double offset) {
  const TrainedModel& model = terms.posterior.model;
  LinearPredictor result;
  for (std::size_t i = 0, next = 0; i < terms.posterior.components.size(); ++i) {
    const double log_weight = model.posterior.log_component_weights[i];
    if (terms.posterior.is_point_mass[i]) {
      result.values.push_back({log_weight, offset + point_masses[next++]});
      continue;
    }
    const RowTerms row(terms.posterior, i, {features.begin(), features.end()}, offset);
    const std::vector<RowTerms::Value> values = row.few_values(few_values);
    for (const auto& [log_probability, z] : values) result.values.push_back({log_weight + log_probability, z});
    if (values.empty()) result.products.push_back({log_weight, row});
  }
  return result;
}

}  // namespace

GeneralizedTerms::GeneralizedTerms(const TrainedModel& model)
    : posterior(model), likelihood(checked(model.preparation.schema.likelihood)) {
  for (std::size_t l = 0; l < model.noise.variances.size(); ++l) {
    const double log_probability = model.posterior.noise_log_probabilities[l];
    if (log_probability > -infinity)
      shapes.push_back({1.0 / model.noise.variances[l], std::exp(log_probability), log_probability});
  }
  std::ranges::sort(shapes, std::ranges::greater(), &Shape::log_probability);
}

GeneralizedDistribution::Law generalized_law(const GeneralizedTerms& terms, std::span<const double> features,
                                             std::span<const double> point_masses, double offset) {
  GeneralizedDistribution::Law law{.terms = &terms,
                                   .predictor = linear_predictor(terms, features, point_masses, offset)};
  if (terms.likelihood == Likelihood::bernoulli) law.class_logs = class_logs(law.predictor);
  law.moments = generalized_moments(terms.likelihood, law.predictor, law.class_logs, terms.posterior.noise_mean);
  return law;
}

}  // namespace direct
