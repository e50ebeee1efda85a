// SPDX-License-Identifier: MIT
#include <direct/entropy.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "algebra/categorical.h"

namespace direct {
namespace {

// Exact: components with the same codes are one point.
double ensemble_entropy(const Deviations& deviations) {
  std::map<std::vector<int>, double> points;
  for (std::size_t k = 0; k < deviations.count(); ++k)
    for (const int sign : {1, -1}) {
      std::vector<int> point;
      for (const std::int16_t code : deviations.deviation(k)) point.push_back(sign * code);
      points[std::move(point)] += 0.5 / static_cast<double>(deviations.count());
    }
  double sum = 0.0;
  for (const auto& [point, probability] : points) sum -= probability * std::log(probability);
  return sum;
}

}  // namespace

Matrix log_marginals(const Posterior& posterior) {
  std::vector<const Matrix*> tables;
  for (const Matrix& component : posterior.log_probabilities) tables.push_back(&component);
  return log_mixture(posterior.log_component_weights, tables);
}

double entropy_bound(const Posterior& posterior) {
  if (posterior.deviations) return ensemble_entropy(*posterior.deviations);
  if (posterior.num_components() == 1) return entropy(posterior.log_probabilities.front());
  return std::max(pairwise_entropy(posterior), taylor_entropy(posterior, log_marginals(posterior)));
}

}  // namespace direct
