// SPDX-License-Identifier: MIT
#include "predict/weight_terms.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <direct/predict.h>

#include "algebra/categorical.h"
#include "algebra/constants.h"

namespace direct {
namespace {

// Mean and variance of the precision 1 / sigma^2.
MeanVariance precision_moments(const TrainedModel& model) {
  std::vector<double> precisions = model.noise.variances;
  for (double& value : precisions) value = 1.0 / value;
  return moments(precisions, exponentials(model.posterior.noise_log_probabilities));
}

// The components of a posterior of draws, or of products of categoricals.
void set_components(const TrainedModel& model, WeightTerms& terms) {
  if (model.posterior.deviations && !terms.ensemble) {
    terms.point_masses = component_points(model.posterior, model.prior);
    terms.is_point_mass.assign(terms.point_masses.cols(), true);
    terms.components.resize(terms.point_masses.cols());
    terms.num_gaussians = terms.point_masses.cols() * terms.noise.variances.size();
  } else {
    terms.levels = model.prior.levels;
    terms.log_probabilities = model.posterior.log_probabilities;
    for (const Matrix& component : terms.log_probabilities) {
      terms.components.push_back(term_table(terms.levels, component));
      terms.is_point_mass.push_back(is_point_mass(component));
    }
    complete_components(terms);
  }
  terms.are_draws = model.options.posterior == PosteriorKind::draws && terms.is_point_mass.size() > 1 &&
                    std::ranges::all_of(terms.is_point_mass, std::identity());
}

}  // namespace

std::optional<EnsembleTerms> ensemble_terms(const TrainedModel& model) {
  if (!model.posterior.deviations || model.options.law != EnsembleLaw::t) return std::nullopt;
  const Matrix deviations = deviation_weights(model.posterior, model.prior);
  const auto [mean, variance] = precision_moments(model);
  EnsembleTerms terms{.weights = Matrix(deviations.rows(), deviations.cols() + 1),
                      .noise_variance = 1.0 / mean,
                      .noise_degrees = variance > 0.0 ? 2.0 * mean * (mean / variance) : infinity};
  std::ranges::copy(centre_weights(*model.prior.learned), terms.weights.column(0).begin());
  std::ranges::copy(deviations.values(), terms.weights.column(1).begin());
  if (!model.preparation.schema.likelihood->is_gaussian) terms.nodes = student_nodes(terms.num_deviations());
  return terms;
}

NoiseTerms noise_terms(const TrainedModel& model) {
  return without_negligible({.probabilities = exponentials(model.posterior.noise_log_probabilities),
                             .variances = model.noise.variances,
                             .offsets = std::vector<double>(model.noise.variances.size())});
}

double predicted_noise_variance(const TrainedModel& model) {
  const auto ensemble = model.preparation.schema.likelihood->is_gaussian ? ensemble_terms(model) : std::nullopt;
  return ensemble ? ensemble->noise_variance : noise_variance(model.posterior, model.noise);
}

double noise_std(const TrainedModel& model) {
  return std::sqrt(predicted_noise_variance(model)) * model.preparation.scaling.target_scale;
}

WeightTerms weight_terms(const TrainedModel& model) {
  const MeanVariance variance = moments(model.noise.variances, exponentials(model.posterior.noise_log_probabilities));
  WeightTerms terms{.log_component_weights = model.posterior.log_component_weights,
                    .component_weights = exponentials(model.posterior.log_component_weights),
                    .ensemble = ensemble_terms(model),
                    .noise_log_probabilities = model.posterior.noise_log_probabilities,
                    .noise_variances = model.noise.variances,
                    .noise = noise_terms(model),
                    .noise_mean = variance.mean,
                    .noise_variance_variance = variance.variance};
  if (terms.ensemble && model.preparation.schema.likelihood->is_gaussian)
    terms.noise_mean = terms.ensemble->noise_variance;
  set_components(model, terms);
  return terms;
}

DispersionLaw dispersion_law(const TrainedModel& model) {
  const std::vector<double>& logs = model.posterior.noise_log_probabilities;
  DispersionLaw law{.mean = moments(model.noise.variances, exponentials(logs)).mean};
  for (std::size_t l = 0; l < logs.size(); ++l)
    if (logs[l] > -infinity) law.levels.push_back({model.noise.variances[l], std::exp(logs[l]), logs[l]});
  std::ranges::sort(law.levels, std::ranges::greater(), &DispersionLaw::Level::log_probability);
  return law;
}

}  // namespace direct
