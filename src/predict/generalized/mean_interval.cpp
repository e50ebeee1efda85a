// SPDX-License-Identifier: MIT
#include "predict/generalized/mean_interval.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <boost/math/distributions/students_t.hpp>

#include "predict/distribution/quantile.h"
#include "predict/generalized/predictor_spectrum.h"

namespace direct {
namespace {

// The least value with no less than this probability up to it. Requires: values are sorted.
double value_quantile(std::span<const LinearPredictor::Value> values, double probability) {
  constexpr double rounding = 1e-12;
  double sum = 0.0;
  for (const auto& [log_weight, z] : values)
    if ((sum += std::exp(log_weight)) >= probability - rounding) return z;
  return values.back().z;
}

Bounds of_values(std::vector<LinearPredictor::Value> values, double level) {
  std::ranges::sort(values, {}, &LinearPredictor::Value::z);
  return {value_quantile(values, 0.5 - 0.5 * level), value_quantile(values, 0.5 + 0.5 * level)};
}

Bounds of_spectrum(const GeneralizedDistribution::Law& law, double level) {
  const Spectrum spectrum = predictor_spectrum(law.predictor, 0.01 * law.moments.predictor_std);
  const double reach = spectrum.radius * spectrum.scale;
  const auto quantile_at = [&](double probability) {
    return quantile({.distribution = [&](double z) { return cdf_and_density(spectrum, z); },
                     .low = spectrum.mean - reach,
                     .high = spectrum.mean + reach,
                     .start = spectrum.mean + cornish_fisher(probability, 0.0, 0.0) * spectrum.scale},
                    probability);
  };
  return {quantile_at(0.5 - 0.5 * level), quantile_at(0.5 + 0.5 * level)};
}

bool is_of_draws(const GeneralizedTerms& terms) {
  const std::vector<bool>& certain = terms.posterior.is_point_mass;
  return terms.posterior.model.options.posterior == PosteriorKind::draws && certain.size() > 1 &&
         std::ranges::all_of(certain, std::identity());
}

// Draws are pairs about the mean of a Gaussian posterior: half their number of independent deviations.
Bounds of_draws(const GeneralizedDistribution::Law& law, double level) {
  const auto& ensemble = law.terms->posterior.ensemble;
  const double pairs = ensemble ? ensemble->num_deviations() : 0.5 * static_cast<double>(law.predictor.values.size());
  const double reach =
      boost::math::quantile(boost::math::students_t(pairs), 0.5 + 0.5 * level) * law.moments.predictor_std;
  return {law.moments.predictor_mean - reach, law.moments.predictor_mean + reach};
}

}  // namespace

Bounds predictor_interval(const GeneralizedDistribution::Law& law, double level) {
  if (law.terms->posterior.ensemble || is_of_draws(*law.terms)) return of_draws(law, level);
  if (law.predictor.products.empty()) return of_values(law.predictor.values, level);
  if (!(law.moments.predictor_std > 0.0)) return {law.moments.predictor_mean, law.moments.predictor_mean};
  return of_spectrum(law, level);
}

}  // namespace direct
