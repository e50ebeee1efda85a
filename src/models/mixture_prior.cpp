// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/model.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "algebra/dense.h"

namespace direct {
namespace {

void check_mixture(const ScaleMixture& scales) {
  const auto is_positive = [](double value) { return value > 0.0 && std::isfinite(value); };
  if (scales.weights.empty() || scales.weights.size() != scales.factors.size())
    throw Error(ErrorKind::usage, "a mixture prior needs as many weights as factors, and at least one; found " +
                                      std::to_string(scales.weights.size()) + " and " +
                                      std::to_string(scales.factors.size()));
  if (!std::all_of(scales.weights.begin(), scales.weights.end(), is_positive) ||
      !std::all_of(scales.factors.begin(), scales.factors.end(), is_positive))
    throw Error(ErrorKind::usage, "the weights and factors of a mixture prior must be positive");
}

}  // namespace

WeightPrior make_mixture_prior(const ScaleMixture& scales, std::span<const double> levels, double variance,
                               std::size_t num_features) {
  check_mixture(scales);
  const double total_weight = std::accumulate(scales.weights.begin(), scales.weights.end(), 0.0);
  double total_variance = 0.0;
  std::vector<PriorComponent> components;
  for (std::size_t c = 0; c < scales.weights.size(); ++c) {
    const double share = scales.weights[c] / total_weight,
                 its_variance = scales.factors[c] * scales.factors[c] * variance;
    total_variance += share * its_variance;
    components.push_back(
        {.log_weight = std::log(share), .log_prior = {}, .variances = std::vector<double>(num_features, its_variance)});
  }
  WeightPrior prior = make_prior(PriorKind::gaussian, levels, total_variance, num_features);
  prior.components = std::move(components);
  return on_levels(prior, levels);  // which fills the tables
}

// Precisions of Gaussians add up in a product.
WeightPrior effective_prior(const WeightPrior& prior, std::span<const double> responsibilities) {
  if (prior.components.empty()) return prior;
  WeightPrior result = prior;
  result.components.clear();
  std::vector<double> precisions(prior.num_features(), 0.0);
  view(result.log_prior).setZero();
  for (std::size_t c = 0; c < prior.components.size(); ++c) {
    view(result.log_prior) += responsibilities[c] * view(prior.components[c].log_prior);
    for (std::size_t j = 0; j < precisions.size(); ++j)
      precisions[j] += responsibilities[c] / prior.components[c].variances[j];
  }
  for (std::size_t j = 0; j < precisions.size(); ++j) result.variances[j] = 1.0 / precisions[j];
  return result;
}

}  // namespace direct
