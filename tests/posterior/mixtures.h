// SPDX-License-Identifier: MIT
// Mixtures as vectors of logits, and large ones that no oracle can enumerate.
#pragma once

#include <algorithm>
#include <functional>
#include <random>
#include <vector>

#include <direct/entropy.h>

#include "algebra/categorical.h"
#include "oracle/differences.h"

namespace direct::mixtures {

inline std::vector<double> flat(const std::vector<Matrix>& components, const std::vector<double>& weights) {
  std::vector<double> values;
  for (const Matrix& component : components)
    values.insert(values.end(), component.values().begin(), component.values().end());
  values.insert(values.end(), weights.begin(), weights.end());
  return values;
}
inline std::vector<double> flat(const MixtureGradient& gradient) {
  return flat(gradient.probabilities, gradient.component_weights);
}
inline std::vector<double> flat(const Posterior& q) { return flat(q.log_probabilities, q.log_component_weights); }

// The posterior whose weights and probabilities are softmax(logits).
inline Posterior with_logits(Posterior q, std::span<const double> logits) {
  for (Matrix& component : q.log_probabilities) {
    std::copy_n(logits.begin(), component.size(), component.values().begin());
    logits = logits.subspan(component.size());
    for (std::size_t j = 0; j < component.cols(); ++j) normalise_log(component.column(j));
  }
  std::copy(logits.begin(), logits.end(), q.log_component_weights.begin());
  normalise_log(q.log_component_weights);
  return q;
}

// By the logits of flat(q).
inline std::vector<double> differences(const Posterior& q, const std::function<double(const Posterior&)>& value) {
  return oracle::central_differences([&](std::span<const double> x) { return value(with_logits(q, x)); }, flat(q));
}

// One random product, and components whose logits differ from its own by normal numbers of this deviation.
inline Posterior perturbed(std::size_t num_weights, std::size_t num_levels, std::size_t num_components,
                           double deviation, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  Matrix logits(num_levels, num_weights);
  for (double& value : logits.values()) value = normal(random);
  Posterior q{.log_component_weights = std::vector<double>(num_components),
              .log_probabilities = std::vector<Matrix>(num_components, logits),
              .noise_log_probabilities = {0.0}};
  for (double& weight : q.log_component_weights) weight = 0.5 * normal(random);
  for (Matrix& component : q.log_probabilities)
    for (double& value : component.values()) value += deviation * normal(random);
  return with_logits(q, flat(q));
}

}  // namespace direct::mixtures
