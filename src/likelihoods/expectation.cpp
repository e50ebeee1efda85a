// SPDX-License-Identifier: MIT
#include "likelihoods/expectation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "algebra/categorical.h"
#include "algebra/dense.h"

namespace direct {
namespace {

// Rows whose exponential moment is beyond this are hopeless under the posterior; what they say stays finite.
constexpr double largest_moment_log = 600.0;

double exp_of_moment(double x) { return std::exp(std::min(x, largest_moment_log)); }

}  // namespace

WeightLaw::WeightLaw(const Matrix& all_levels, const Matrix& log_probabilities, std::vector<double> cell_variances,
                     std::span<const double> cell_steps)
    : levels(all_levels),
      probabilities(exponentials(log_probabilities)),
      variances(std::move(cell_variances)),
      exponential(levels, probabilities, cell_steps) {
  for (std::size_t j = 0; j < levels.cols(); ++j) {
    const MeanVariance weight = moments(levels.column(j), probabilities.column(j));
    means.push_back(weight.mean);
    variances[j] += weight.variance;
  }
}

UnitSums::UnitSums(std::size_t num_levels, std::size_t num_weights)
    : by_mean(num_weights), by_variance(num_weights), by_moment(num_levels, num_weights) {}

void merge(UnitSums& into, const UnitSums& other) {
  into.value += other.value;
  if (!into.wants_gradient()) return;
  view(into.by_mean) += view(other.by_mean);
  view(into.by_variance) += view(other.by_variance);
  view(into.by_moment) += view(other.by_moment);
}

// The mean is sum q w, the variance sum q w^2 - mean^2.
Matrix by_probability(const UnitSums& sums, const WeightLaw& law) {
  Matrix result = sums.by_moment;
  for (std::size_t j = 0; j < result.cols(); ++j) {
    const auto levels = view(law.levels.column(j)).array();
    view(result.column(j)).array() += levels * (sums.by_mean[j] + sums.by_variance[j] * (levels - 2.0 * law.means[j]));
  }
  return result;
}

std::vector<double> eta_means(const LikelihoodRows& rows, const WeightLaw& law) {
  std::vector<double> result(rows.offsets.begin(), rows.offsets.end());
  view(result).noalias() += view(rows.features) * view(law.means);
  return result;
}

std::vector<double> eta_variances(const LikelihoodRows& rows, const WeightLaw& law) {
  std::vector<double> result(rows.size());
  view(result).noalias() = view(rows.features).array().square().matrix() * view(law.variances);
  return result;
}

void add_by_mean(const LikelihoodRows& rows, const std::vector<double>& derivatives, UnitSums& sums) {
  view(sums.by_mean).noalias() += view(rows.features).transpose() * view(derivatives);
}

void add_by_variance(const LikelihoodRows& rows, const std::vector<double>& derivatives, UnitSums& sums) {
  view(sums.by_variance).noalias() += view(rows.features).array().square().matrix().transpose() * view(derivatives);
}

void add_exponential(const ExponentialRows& terms, const LikelihoodRows& rows, const WeightLaw& law, UnitSums& sums) {
  const std::size_t n = rows.size();
  ExponentialMoments::Kept kept;
  std::vector<double> logarithms(n), derivatives(n);
  law.exponential.log_moments(rows.features, terms.scales, logarithms, sums.wants_gradient() ? &kept : nullptr);
  const std::vector<double> means = eta_means(rows, law);
  for (std::size_t i = 0; i < n; ++i) {
    const double moment = exp_of_moment(logarithms[i] + terms.scales[i] * rows.offsets[i] + terms.shifts[i]);
    sums.value += rows.weights[i] * (terms.linear[i] * means[i] - moment);
    logarithms[i] = -rows.weights[i] * moment;  // the derivative by the log moment
    derivatives[i] = rows.weights[i] * terms.linear[i];
  }
  if (!sums.wants_gradient()) return;
  law.exponential.add_gradient(rows.features, terms.scales, logarithms, kept, sums.by_moment);
  add_by_mean(rows, derivatives, sums);
}

}  // namespace direct
