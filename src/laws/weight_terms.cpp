// SPDX-License-Identifier: MIT
#include "laws/weight_terms.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "algebra/categorical.h"
#include "algebra/dense.h"
#include "algebra/power_sums.h"

namespace direct {
namespace {

// Products of more levels than this are no longer counted.
constexpr std::size_t many = 1000000;

std::size_t num_values(const TermTable& table) {
  std::size_t count = 1;
  for (std::size_t j = 0; j < table.num_features() && count < many; ++j) count *= table.levels.values(j).size();
  return count;
}

// The first cumulants of a table are the means.
void collect_point_masses(WeightTerms& terms) {
  if (terms.components.empty()) return;
  const std::size_t num_features = terms.components.front().num_features();
  const auto count = std::count(terms.is_point_mass.begin(), terms.is_point_mass.end(), true);
  terms.point_masses = Matrix(num_features, static_cast<std::size_t>(count));
  std::size_t next = 0;
  for (std::size_t i = 0; i < terms.components.size(); ++i)
    if (terms.is_point_mass[i])
      std::copy_n(terms.components[i].cumulants.begin(), num_features, terms.point_masses.column(next++).begin());
}

}  // namespace

void complete_components(WeightTerms& terms) {
  std::size_t count = 0;
  for (const TermTable& table : terms.components) count += num_values(table);
  terms.num_gaussians = count * terms.noise.variances.size();
  collect_point_masses(terms);
}

Matrix point_mass_values(const WeightTerms& terms, const Matrix& features) {
  Matrix values(terms.point_masses.cols(), features.cols());
  if (values.size() > 0) view(values).noalias() = view(terms.point_masses).transpose() * view(features);
  return values;
}

std::vector<TermMoments> component_moments(const WeightTerms& terms, std::span<const double> features) {
  std::vector<TermMoments> moments;
  for (std::size_t i = 0, next = 0; i < terms.components.size(); ++i)
    moments.push_back(terms.is_point_mass[i]
                          ? TermMoments{.mean = view(terms.point_masses.column(next++)).dot(view(features))}
                          : term_moments(terms.components[i], features));
  return moments;
}

TermMoments mean_and_variance(const WeightTerms& terms, std::span<const double> features,
                              std::span<const double> point_masses) {
  std::vector<TermMoments> components;
  for (std::size_t i = 0, next = 0; i < terms.components.size(); ++i) {
    if (terms.is_point_mass[i]) {
      components.push_back({.mean = point_masses[next++]});
      continue;
    }
    std::array<double, 2> sums;
    power_sums(features, std::span(terms.components[i].cumulants).first(2 * features.size()), sums);
    components.push_back({.mean = sums[0], .variance = sums[1]});
  }
  return mixture_moments(terms, components);
}

TermMoments term_moments(const TermTable& table, std::span<const double> features) {
  double sums[4];
  power_sums(features, table.cumulants, sums);
  return {.mean = sums[0], .variance = sums[1], .third = sums[2], .fourth = sums[3]};
}

// Central moments about the mean of all add up; with d the distance of a component's mean they are v + d^2,
// k3 + 3 d v + d^3 and k4 + 3 v^2 + 4 d k3 + 6 d^2 v + d^4.
TermMoments mixture_moments(const WeightTerms& terms, std::span<const TermMoments> components) {
  if (components.size() == 1) return components.front();
  TermMoments result;
  for (std::size_t i = 0; i < components.size(); ++i) result.mean += terms.component_weights[i] * components[i].mean;
  double fourth_moment = 0.0;
  for (std::size_t i = 0; i < components.size(); ++i) {
    const auto& [mean, v, third, fourth] = components[i];
    const double weight = terms.component_weights[i], d = mean - result.mean;
    result.variance += weight * (v + d * d);
    result.third += weight * (third + 3.0 * d * v + d * d * d);
    fourth_moment += weight * (fourth + 3.0 * v * v + 4.0 * d * third + 6.0 * d * d * v + d * d * d * d);
  }
  result.fourth = fourth_moment - 3.0 * result.variance * result.variance;
  return result;
}

}  // namespace direct
