// SPDX-License-Identifier: MIT
#include <direct/entropy.h>

#include <algorithm>

#include "algebra/categorical.h"

namespace direct {

Matrix log_marginals(const Posterior& posterior) {
  std::vector<const Matrix*> tables;
  for (const Matrix& component : posterior.log_probabilities) tables.push_back(&component);
  return log_mixture(posterior.log_component_weights, tables);
}

double entropy_bound(const Posterior& posterior) {
  if (posterior.num_components() == 1) return entropy(posterior.log_probabilities.front());
  return std::max(pairwise_entropy(posterior), taylor_entropy(posterior, log_marginals(posterior)));
}

}  // namespace direct
