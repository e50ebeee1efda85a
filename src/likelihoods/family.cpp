// SPDX-License-Identifier: MIT
#include "likelihoods/family.h"

namespace direct {

std::string LikelihoodFamily::warning(const TargetTotals& totals, const std::string& name) const {
  return totals.is_constant ? "the target " + name + " is constant" : "";
}

void add_targets(const Likelihood& likelihood, const LikelihoodRows& rows, TargetSums& sums) {
  const LikelihoodFamily& family = likelihood.family();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    sums.weight += rows.weights[i];
    sums.statistic += rows.weights[i] * family.row_statistic(rows.targets[i]);
    sums.constant += rows.weights[i] * family.row_constant(rows.targets[i]);
  }
}

std::vector<double> likelihood_constants(const Likelihood& likelihood, const TargetSums& sums,
                                         std::span<const double> dispersions) {
  std::vector<double> result;
  for (const double dispersion : dispersions) result.push_back(likelihood.family().constant(sums, dispersion));
  return result;
}

}  // namespace direct
