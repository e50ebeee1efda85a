// SPDX-License-Identifier: MIT
#include "fit/hyperparameters.h"

#include <fmt/format.h>
#include <cmath>

#include <direct/error.h>

#include "algebra/dense.h"
#include "fit/few_rows.h"
#include "fit/level_grids.h"
#include "models/level_masses.h"

namespace direct {
namespace {

// Where automatic supports end before any data are seen: at three deviations of the prior, or of its slab.
double first_end(double variance, const FitOptions& options) {
  constexpr double deviations = 3.0;
  if (options.prior == PriorKind::spike_slab) variance = slab_variance(variance, options.spike);
  return deviations * std::sqrt(variance);
}

// The companion's evidence knows nothing of the grid. Where features are nearly collinear it asks for weights that are
// large, nearly cancel, and are known to far better than a step of the grid: no vector of 4-bit weights is anywhere
// near. This keeps a step of the automatic support below `longest_step` conditional deviations. Powers of two have
// no one step to hold to it, and short ones where most weights are; measured with and without, neither was better.
// Learned grids need no such bound, but with more features than rows the evidence may ask for hardly any noise, and
// between 20 draws there are then gaps: the bound is that of 15 levels.
double least_variance_ratio(const SecondMoments& statistics, const FitOptions& options) {
  constexpr double longest_step = 50.0;
  if (options.model == ModelKind::network) return 0.0;
  const bool interpolates = statistics.num_rows < static_cast<double>(statistics.num_features());
  if (options.support.kind != Support::Kind::automatic && !(is_learned(options) && interpolates)) return 0.0;
  FitOptions fixed = options;
  if (is_learned(options)) fixed.levels = FitOptions().levels;
  const std::vector<double> levels = automatic_levels(fixed, first_end(1.0, fixed));
  const std::size_t middle = levels.size() / 2;
  const double step = levels[middle] - levels[middle - 1];  // in deviations of the prior
  return view(statistics.gram).diagonal().maxCoeff() * step * step / (longest_step * longest_step);
}

}  // namespace

GivenNoise given_noise(const Preparation& preparation, const FitOptions& options) {
  if (!options.likelihood->has_dispersion()) return std::vector{1.0};
  if (options.noise.is_automatic()) return std::nullopt;
  std::vector<double> variances = options.noise.variances();
  const double scale = preparation.scaling.target_scale;
  for (double& variance : variances) variance = variance / scale / scale;
  return variances;
}

ChosenVariances chosen_variances(const SecondMoments& statistics, const Preparation& preparation,
                                 const FitOptions& options, const GivenNoise& noise) {
  EvidenceOptions known{.least_ratio = least_variance_ratio(statistics, options), .progress = options.progress};
  known.weak_priors = options.model == ModelKind::linear && preparation.schema.likelihood->has_dispersion();
  if (noise && noise->size() == 1) known.noise = noise->front();
  if (!options.prior_scale.is_automatic() && options.model == ModelKind::linear)
    known.weight = options.prior_scale.deviation * options.prior_scale.deviation;
  const Variances start{known.noise.value_or(preparation.pilot.noise), known.weight.value_or(preparation.pilot.weight)};
  if (known.noise && known.weight) return {start, "given", {}, {}};
  if (options.hyperparameters == Hyperparameters::pilot || statistics.num_rows == 0.0) return {start, "pilot", {}, {}};
  if (!noise && !known.weight && known.weak_priors)
    if (auto few = few_rows(statistics, preparation, known.least_ratio))
      return {few->variances, "evidence", few->noise, std::move(few->note)};
  return {maximise_evidence(statistics, start, known).variances, "evidence", {}, {}};
}

// A posterior of independent weights counts their variances as noise: about b/n of it. With few rows the evidence,
// which has no such bias, knows better, and the noise stays at its value.
NoisePrior noise_prior(const SecondMoments& statistics, const Variances& variances, const GivenNoise& given) {
  if (given) return make_noise_prior(*given);
  if (statistics.num_rows < rows_for_a_noise_grid(statistics)) return make_noise_prior({variances.noise});
  constexpr double factor = 4.0;
  constexpr std::size_t count = 15;
  return make_noise_prior(logarithmic_grid(variances.noise / factor, variances.noise * factor, count));
}

void check_num_weights(std::size_t num_weights, const FitOptions& options) {
  const std::size_t found = options.support_levels.cols();
  if (!has_support_file(options) || found == num_weights) return;
  throw Error(ErrorKind::data,
              fmt::format("{}: expected the levels of {} weights, a line each in the order of the features, found {}",
                          options.support.path, num_weights, found));
}

std::vector<double> first_levels(const Variances& variances, const FitOptions& options) {
  if (const auto given = given_levels(options.support, num_levels(options))) return *given;
  if (!has_support_file(options)) return automatic_levels(options, first_end(variances.weight, options));
  const auto column = options.support_levels.column(0);
  return {column.begin(), column.end()};
}

WeightPrior prior_on_levels(std::span<const double> levels, std::size_t num_features, const Variances& variances,
                            const FitOptions& options) {
  if (const PriorMixture& scales = options.prior_mixture; !scales.empty())
    return make_mixture_prior({scales.weights, scales.factors}, levels, variances.weight, num_features);
  return make_prior(options.prior, levels, variances.weight, num_features, options.spike);
}

WeightPrior first_prior(std::size_t num_features, const Variances& variances, const FitOptions& options) {
  check_num_weights(num_features, options);
  const WeightPrior prior = prior_on_levels(first_levels(variances, options), num_features, variances, options);
  return has_support_file(options) ? on_levels(prior, options.support_levels) : prior;
}

}  // namespace direct
