// SPDX-License-Identifier: MIT
#include <direct/entropy.h>

#include <algorithm>

#include "algebra/categorical.h"

namespace direct {

Matrix log_marginals(const Posterior& posterior) {
  const std::size_t count = posterior.num_components();
  Matrix result = posterior.log_probabilities.front();
  std::vector<double> terms(count);
  for (std::size_t e = 0; e < result.size(); ++e) {
    for (std::size_t i = 0; i < count; ++i)
      terms[i] = posterior.log_component_weights[i] + posterior.log_probabilities[i].values()[e];
    result.values()[e] = log_sum_exp(terms);
  }
  return result;
}

double entropy_bound(const Posterior& posterior) {
  if (posterior.num_components() == 1) return entropy(posterior.log_probabilities.front());
  return std::max(pairwise_entropy(posterior), taylor_entropy(posterior, log_marginals(posterior)));
}

}  // namespace direct
