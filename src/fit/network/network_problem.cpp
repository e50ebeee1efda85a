// SPDX-License-Identifier: MIT
#include "fit/network/network_problem.h"

namespace direct {

SearchProblem search_problem(const NetworkProblem& p) {
  return {.elbo =
              [&p](const Posterior& posterior, const ElboTerms& terms) {
                return elbo_gradient(expected_likelihood(p.model, p.prior, p.noise, posterior, true), p.prior, p.noise,
                                     posterior, terms);
              },
          .num_rows = p.model.num_rows()};
}

bool has_one_hidden_layer(const NetworkProblem& p) { return p.model.network().hidden.size() == 1; }

double step_of(const NetworkProblem& p, std::size_t weight) {
  const auto levels = p.prior.levels.column(weight);
  return (levels.back() - levels.front()) / static_cast<double>(levels.size() - 1);
}

}  // namespace direct
