// SPDX-License-Identifier: MIT
#include "predict/generalized/terms.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include <direct/error.h>

#include "predict/generalized/moments.h"

namespace direct {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t few = 256;

bool has_few(const Matrix& log_probabilities) {
  std::size_t count = 1;
  for (std::size_t j = 0; j < log_probabilities.cols() && count <= few; ++j)
    count *= static_cast<std::size_t>(
        std::ranges::count_if(log_probabilities.column(j), [](double value) { return value > -infinity; }));
  return count <= few;
}

Likelihood checked(Likelihood likelihood) {
  if (likelihood == Likelihood::gaussian)
    throw Error(ErrorKind::usage,
                "expected a model of classes, counts or positive numbers, found one of Gaussian noise");
  return likelihood;
}

using Value = LinearPredictor::Value;

std::vector<Value> values_of(const TrainedModel& model, std::size_t component, std::span<const double> features,
                             const Value& start) {
  const Matrix& levels = model.prior.levels;
  const Matrix& log_probabilities = model.posterior.log_probabilities[component];
  std::vector<Value> values = {start};
  for (std::size_t j = 0; j < features.size(); ++j) {
    std::vector<Value> longer;
    for (const auto& [log_weight, z] : values)
      for (std::size_t k = 0; k < levels.rows(); ++k)
        if (log_probabilities(k, j) > -infinity)
          longer.push_back({log_weight + log_probabilities(k, j), z + features[j] * levels(k, j)});
    values = std::move(longer);
  }
  return values;
}

LinearPredictor linear_predictor(const GeneralizedTerms& terms, std::span<const double> features,
                                 std::span<const double> point_masses, double offset) {
  const TrainedModel& model = terms.posterior.model;
  LinearPredictor result;
  for (std::size_t i = 0, next = 0; i < terms.has_few_values.size(); ++i) {
    const double log_weight = model.posterior.log_component_weights[i];
    if (terms.posterior.is_point_mass[i]) {
      result.values.push_back({log_weight, offset + point_masses[next++]});
    } else if (terms.has_few_values[i]) {
      const std::vector<Value> values = values_of(model, i, features, {log_weight, offset});
      result.values.insert(result.values.end(), values.begin(), values.end());
    } else {
      result.products.push_back({log_weight, RowTerms(terms.posterior, i, {features.begin(), features.end()}, offset)});
    }
  }
  return result;
}

}  // namespace

GeneralizedTerms::GeneralizedTerms(const TrainedModel& model)
    : posterior(model), likelihood(checked(model.preparation.schema.likelihood)) {
  for (const Matrix& component : model.posterior.log_probabilities) has_few_values.push_back(has_few(component));
  for (std::size_t l = 0; l < model.noise.variances.size(); ++l) {
    const double log_probability = model.posterior.noise_log_probabilities[l];
    if (log_probability > -infinity)
      shapes.push_back({1.0 / model.noise.variances[l], std::exp(log_probability), log_probability});
  }
  std::ranges::sort(shapes, std::ranges::greater(), &Shape::log_probability);
}

GeneralizedDistribution::Law generalized_law(const GeneralizedTerms& terms, std::span<const double> features,
                                             std::span<const double> point_masses, double offset) {
  GeneralizedDistribution::Law law{
      .terms = &terms, .offset = offset, .predictor = linear_predictor(terms, features, point_masses, offset)};
  if (!law.predictor.products.empty()) law.features.assign(features.begin(), features.end());
  if (terms.likelihood == Likelihood::bernoulli) law.class_logs = class_logs(law.predictor);
  law.moments = generalized_moments(terms.likelihood, law.predictor, law.class_logs, terms.posterior.noise_mean);
  return law;
}

}  // namespace direct
