// SPDX-License-Identifier: MIT
#include "posterior/entropy/product.h"

#include <direct/entropy.h>
#include <algorithm>

#include "algebra/categorical.h"
#include "algebra/parallel.h"

namespace direct {

MixtureGradient zero_gradient(const Posterior& posterior) {
  const Matrix& shape = posterior.log_probabilities.front();
  return {.component_weights = std::vector<double>(posterior.num_components(), 0.0),
          .probabilities = std::vector<Matrix>(posterior.num_components(), Matrix(shape.rows(), shape.cols()))};
}

void to_logits(const Posterior& posterior, MixtureGradient& gradient) {
  chain_rule_of_logits(exponentials(posterior.log_component_weights), gradient.component_weights);
  parallel_for(posterior.num_components(), [&](std::size_t i) {
    const Matrix q = exponentials(posterior.log_probabilities[i]);
    for (std::size_t j = 0; j < q.cols(); ++j) chain_rule_of_logits(q.column(j), gradient.probabilities[i].column(j));
  });
}

double entropy(const Matrix& log_probabilities) {
  const Matrix q = exponentials(log_probabilities);
  const auto p = q.values(), log_p = log_probabilities.values();
  double sum = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (p[i] > 0.0) sum -= p[i] * log_p[i];
  return sum;
}

void add_entropy_gradient(const Matrix& log_probabilities, double weight, Matrix& gradient) {
  const Matrix q = exponentials(log_probabilities);
  const auto p = q.values(), log_p = log_probabilities.values();
  for (std::size_t i = 0; i < p.size(); ++i)
    if (p[i] > 0.0) gradient.data()[i] -= weight * p[i] * (log_p[i] + 1.0);
}

}  // namespace direct
