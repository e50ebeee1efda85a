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
  if (likelihood->is_gaussian)
    throw Error(ErrorKind::usage,
                "expected a model of classes, counts or positive numbers, found one of Gaussian noise");
  return likelihood;
}

// z is t with K degrees of freedom. Its distribution is taken at the normal scores s from -5 to 5, where it has the
// probability of a standard normal: a trapezoidal rule for functions of s, which ends where moments of e^z, which a t
// does not have, would begin to grow.
std::vector<GeneralizedTerms::Node> student_nodes(double degrees) {
  constexpr double range = 5.0, step = 0.25;
  const StudentT student{.degrees = degrees}, normal{.degrees = infinity};
  std::vector<GeneralizedTerms::Node> nodes;
  double sum = 0.0;
  for (double s = -range; s <= range; s += step) {
    const CdfAndDensity at = cdf_and_density(normal, s);
    const double x = s < 0.0 ? quantile(student, at.cdf) : -quantile(student, cdf_and_density(normal, -s).cdf);
    nodes.push_back({std::log(at.density), x});
    sum += at.density;
  }
  for (auto& node : nodes) node.log_weight -= std::log(sum);
  return nodes;
}

LinearPredictor ensemble_predictor(const GeneralizedTerms& terms, const EnsembleMoments& moments, double offset) {
  LinearPredictor result;
  const double scale = std::sqrt(moments.variance);
  for (const auto& [log_weight, x] : terms.nodes)
    result.values.push_back({log_weight, offset + moments.location + scale * x});
  return result;
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
  if (posterior.ensemble) nodes = student_nodes(posterior.ensemble->num_deviations());
}

GeneralizedDistribution::Law generalized_law(const GeneralizedTerms& terms, std::span<const double> features,
                                             std::span<const double> point_masses, double offset) {
  const bool is_ensemble = terms.posterior.ensemble.has_value();
  EnsembleMoments ensemble;
  if (is_ensemble) ensemble = ensemble_moments(point_masses);
  GeneralizedDistribution::Law law{.terms = &terms,
                                   .predictor = is_ensemble ? ensemble_predictor(terms, ensemble, offset)
                                                            : linear_predictor(terms, features, point_masses, offset)};
  if (terms.likelihood->has_classes) law.class_logs = class_logs(law.predictor);
  law.moments = generalized_moments(terms.likelihood, law.predictor, law.class_logs, terms.posterior.noise_mean);
  if (is_ensemble) {
    law.moments.predictor_mean = offset + ensemble.location;
    law.moments.predictor_std = std::sqrt(ensemble.variance);
  }
  return law;
}

}  // namespace direct
