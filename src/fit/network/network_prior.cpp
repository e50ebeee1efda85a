// SPDX-License-Identifier: MIT
#include "fit/network/network_prior.h"

#include <algorithm>
#include <cmath>

#include <direct/features.h>

#include "fit/hyperparameters.h"
#include "fit/level_grids.h"

namespace direct {
namespace {

// Of the constant and the inputs, summed up: what a neuron of the first layer has as variance where its weights have 1.
double mean_square_of_inputs(const Network& network, const SecondMoments& statistics) {
  double sum = statistics.gram(0, 0);
  std::vector<std::size_t> factors(degree(network), 0);
  for (std::size_t a = 1; a <= network.num_inputs; ++a) {
    factors.back() = a;
    const std::size_t input = monomial_index(factors);
    sum += statistics.gram(input, input);
  }
  return sum / statistics.num_rows;
}

double root_mean_square_of_target(const SecondMoments& statistics) {
  const double square = statistics.target_square / statistics.num_rows;
  return square > 0.0 ? std::sqrt(square) : 1.0;
}

void append(std::vector<double>& numbers, const std::vector<double>& more) {
  numbers.insert(numbers.end(), more.begin(), more.end());
}

void append_columns(Matrix& columns, const Matrix& more) {
  Matrix both(columns.rows(), columns.cols() + more.cols());
  std::ranges::copy(columns.values(), both.data());
  std::ranges::copy(more.values(), both.data() + columns.size());
  columns = std::move(both);
}

// Of priors of one kind.
void append(WeightPrior& prior, const WeightPrior& more) {
  append_columns(prior.levels, more.levels);
  append_columns(prior.log_prior, more.log_prior);
  append(prior.means, more.means);
  append(prior.variances, more.variances);
  for (std::size_t c = 0; c < prior.components.size(); ++c) {
    append_columns(prior.components[c].log_prior, more.components[c].log_prior);
    append(prior.components[c].variances, more.components[c].variances);
  }
}

// Where three or five levels reach out to three deviations, hardly a weight is better off there than at zero.
std::vector<double> levels_of_layer(double scale, const FitOptions& options) {
  constexpr double deviations = 3.0, enough_levels = 10.0;
  const auto levels = static_cast<double>(num_levels(options));
  if (options.support.kind != Support::Kind::automatic || options.prior == PriorKind::spike_slab ||
      levels >= enough_levels)
    return first_levels({.weight = scale * scale}, options);
  const double end = deviations * scale * (levels + 4.0) / (enough_levels + 4.0);
  return even_levels(-end, end, num_levels(options));
}

}  // namespace

// A square of mean 1 has the mean square 3, were it that of a Gaussian.
std::vector<double> layer_scales(const Network& network, const SecondMoments& statistics, const FitOptions& options) {
  if (!options.prior_scale.is_automatic())
    return std::vector<double>(network.hidden.size() + 1, options.prior_scale.deviation);
  std::vector<double> scales{1.0 / std::sqrt(mean_square_of_inputs(network, statistics))};
  for (const std::size_t width : network.hidden)
    scales.push_back(1.0 / std::sqrt(1.0 + 3.0 * static_cast<double>(width)));
  scales.back() *= root_mean_square_of_target(statistics);
  return scales;
}

WeightPrior network_prior(const Network& network, const std::vector<double>& scales, const FitOptions& options) {
  check_num_weights(num_weights(network), options);
  const std::vector<Layer> all = layers(network);
  const auto prior_of = [&](std::size_t l) {
    return prior_on_levels(levels_of_layer(scales[l], options), all[l].width * all[l].fan_in,
                           {.weight = scales[l] * scales[l]}, options);
  };
  WeightPrior prior = prior_of(0);
  for (std::size_t l = 1; l < all.size(); ++l) append(prior, prior_of(l));
  return has_support_file(options) ? on_levels(prior, options.support_levels) : prior;
}

}  // namespace direct
