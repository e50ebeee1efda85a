// SPDX-License-Identifier: MIT
#include "deploy/drawn_weights.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <direct/draws.h>
#include <direct/error.h>

#include "deploy/common_unit.h"

namespace direct {
namespace {

constexpr std::size_t most_draws = 64;  // whose squares the device adds up in 32 bits
constexpr double largest_even = 31.0;   // whose lists the device runs through one value after the other
constexpr double largest_weight_code = 127.0;
constexpr std::size_t most_deviation_levels_of_a_chip = 255;
constexpr double noticed_sampling_share = 0.002;  // of the variance of the noise: 0.1 % of the RMSE
constexpr double largest_power_of_two = 8192.0;   // so that the difference of two fits in 16 bits

// Equally probable point masses.
bool is_ensemble(const Posterior& posterior) {
  if (posterior.deviations) return true;
  const auto& weights = posterior.log_component_weights;
  return std::ranges::all_of(weights, [&](double weight) { return std::abs(weight - weights.front()) < 1e-9; }) &&
         std::ranges::all_of(posterior.log_probabilities, is_point_mass);
}

std::size_t certain_level(std::span<const double> log_probabilities) {
  return static_cast<std::size_t>(std::ranges::max_element(log_probabilities) - log_probabilities.begin());
}

void check_deviation_bits(const Deviations& deviations) {
  if (deviations.num_levels > most_deviation_levels_of_a_chip)
    throw Error(ErrorKind::usage,
                "the deviations have 16 bits and a chip holds 8: fit with `levels` 255 to export this model");
}

// Levels of one draw after the other.
std::vector<std::uint16_t> ensemble_levels(const Posterior& posterior, std::size_t count) {
  if (count > posterior.num_components())
    throw Error(ErrorKind::usage,
                fmt::format("the posterior is an ensemble of {} draws, found {}: export fewer, or fit with "
                            "`components` {}",
                            posterior.num_components(), count, count + count % 2));
  std::vector<std::uint16_t> levels;
  if (posterior.deviations) {
    check_deviation_bits(*posterior.deviations);
    const int middle = static_cast<int>(posterior.deviations->num_levels / 2);
    for (std::size_t s = 0; s < count; ++s)
      for (const std::int16_t code : posterior.deviations->deviation(s / 2))
        levels.push_back(static_cast<std::uint16_t>(s % 2 == 0 ? middle + code : middle - code));
    return levels;
  }
  for (std::size_t s = 0; s < count; ++s)
    for (std::size_t j = 0; j < posterior.log_probabilities[s].cols(); ++j)
      levels.push_back(static_cast<std::uint16_t>(certain_level(posterior.log_probabilities[s].column(j))));
  return levels;
}

// The centres take up what the draws' own mean is away from that of the posterior.
void recentre(DrawnWeights& weights, const std::vector<double>& means) {
  const std::size_t num_features = weights.steps.size();
  for (std::size_t j = 0; j < num_features; ++j) {
    double sum = 0.0;
    for (std::size_t s = 0; s < weights.num_draws; ++s) sum += weights.codes[s * num_features + j];
    weights.centres[j] =
        weights.steps[j] == 0.0 ? 0.0 : means[j] - weights.steps[j] * sum / static_cast<double>(weights.num_draws);
  }
}

// What samples of a posterior add to the variance of the noise because their mean is not its mean: of the training
// rows, or, of a model without statistics, nobody knows.
double sampling_share(const TrainedModel& model, std::size_t num_draws) {
  if (!model.statistics || num_rows(*model.statistics) <= 0.0) return 1.0;
  const SecondMoments moments = second_moments(*model.statistics);
  const std::vector<double> variances = weight_moments(model.posterior, model.prior).variances;
  double sum = 0.0;
  for (std::size_t j = 0; j < variances.size(); ++j) sum += variances[j] * moments.gram(j, j);
  return sum / (moments.num_rows * noise_variance(model.posterior, model.noise) * static_cast<double>(num_draws));
}

// Features that no draw uses stay without a centre.
void recentre_used(DrawnWeights& weights, const std::vector<double>& means) {
  const std::vector<double> before = weights.centres;
  recentre(weights, means);
  for (std::size_t j = 0; j < before.size(); ++j) {
    bool used = before[j] != 0.0;
    for (std::size_t s = 0; s < weights.num_draws; ++s) used |= weights.codes[s * before.size() + j] != 0;
    if (!used) weights.centres[j] = before[j];
  }
}

// Levels that are evenly spaced about the middle one: learned grids, and even ones without a zero.
void set_offset_codes(DrawnWeights& weights, const std::vector<std::uint16_t>& levels, const TrainedModel& model,
                      std::vector<double> steps) {
  const auto middle = static_cast<int>(num_levels(model.posterior, model.prior) / 2);
  weights.steps = std::move(steps);
  for (const std::uint16_t level : levels) weights.codes.push_back(static_cast<std::int16_t>(level - middle));
  weights.centres.resize(weights.steps.size());
  recentre(weights, weight_moments(model.posterior, model.prior).means);
}

void set_multiples(DrawnWeights& weights, const std::vector<std::uint16_t>& levels, const Matrix& table, double unit) {
  weights.steps.assign(table.cols(), unit);
  weights.centres.assign(table.cols(), 0.0);
  for (std::size_t i = 0; i < levels.size(); ++i)
    weights.codes.push_back(static_cast<std::int16_t>(std::lround(table(levels[i], i % table.cols()) / unit)));
}

std::int16_t most_frequent(std::vector<std::int16_t> values) {
  std::ranges::sort(values);
  std::int16_t best = 0;
  std::ptrdiff_t most = 0;
  for (auto first = values.begin(); first != values.end();) {
    const auto last = std::upper_bound(first, values.end(), *first);
    if (last - first > most) {
      most = last - first;
      best = *first;
    }
    first = last;
  }
  return best;
}

// Draws of a narrow posterior are nearly alike. What they share is multiplied once, as a centre, and few codes are
// left; which pays where these are fewer by more than the products that centres take.
void share_codes(DrawnWeights& weights, double unit) {
  const std::size_t num_features = weights.steps.size();
  std::vector<std::int16_t> shared(num_features), rest = weights.codes;
  for (std::size_t j = 0; j < num_features; ++j) {
    std::vector<std::int16_t> codes;
    for (std::size_t s = 0; s < weights.num_draws; ++s) codes.push_back(weights.codes[s * num_features + j]);
    shared[j] = most_frequent(codes);
  }
  for (std::size_t i = 0; i < rest.size(); ++i) rest[i] = static_cast<std::int16_t>(rest[i] - shared[i % num_features]);
  const auto saved = std::ranges::count(rest, 0) - std::ranges::count(weights.codes, 0);
  const auto products = static_cast<std::ptrdiff_t>(num_features) - std::ranges::count(shared, 0);
  if (saved <= 2 * products) return;
  for (std::size_t j = 0; j < num_features; ++j) weights.centres[j] = unit * shared[j];
  weights.codes = std::move(rest);
  const auto [least, most] = std::ranges::minmax(weights.codes);
  weights.levels =
      std::max(std::abs(int{least}), int{most}) <= largest_even ? IntegerLevels::even : IntegerLevels::values;
}

// The spacing of the levels of every weight, where it is even.
std::optional<std::vector<double>> even_steps(const Matrix& levels) {
  std::vector<double> steps;
  for (std::size_t j = 0; j < levels.cols(); ++j) {
    const std::span<const double> column = levels.column(j);
    const double step = (column.back() - column.front()) / static_cast<double>(column.size() - 1);
    for (std::size_t k = 0; k < column.size(); ++k)
      if (std::abs(column.front() + static_cast<double>(k) * step - column[k]) >
          1e-9 * (column.back() - column.front()))
        return std::nullopt;
    steps.push_back(step);
  }
  return steps;
}

std::vector<double> distinct(const Matrix& levels) {
  std::vector<double> values(levels.values().begin(), levels.values().end());
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

void set_fixed_codes(DrawnWeights& weights, const std::vector<std::uint16_t>& levels, const TrainedModel& model) {
  const Matrix& table = model.prior.levels;
  const std::vector<double> values = distinct(table);
  if (are_powers_of_two(values)) {
    if (const auto unit = common_unit(values, largest_power_of_two)) {
      weights.levels = IntegerLevels::pow2;
      set_multiples(weights, levels, table, *unit);
      return share_codes(weights, *unit);
    }
  }
  if (const auto unit = common_unit(values, largest_weight_code)) {
    const double largest = std::max(std::abs(values.front()), std::abs(values.back())) / *unit;
    weights.levels = largest <= largest_even + 0.5 ? IntegerLevels::even : IntegerLevels::values;
    set_multiples(weights, levels, table, *unit);
    return share_codes(weights, *unit);
  }
  if (auto steps = even_steps(table)) return set_offset_codes(weights, levels, model, std::move(*steps));
  throw Error(ErrorKind::usage,
              "the levels are neither evenly spaced nor small multiples of one number, so integers cannot hold them: "
              "fit with `support` learned, auto or pow2");
}

IntegerLevels levels_up_to(std::size_t largest_code) {
  return largest_code <= static_cast<std::size_t>(largest_even) ? IntegerLevels::even : IntegerLevels::values;
}

// The first deviations as they are, and the centre as the mean.
DrawnWeights deviation_codes(const TrainedModel& model, std::size_t count) {
  const Deviations& deviations = *model.posterior.deviations;
  if (count > deviations.count())
    throw Error(ErrorKind::usage, fmt::format("the posterior is an ensemble of {} deviations, found {}: export fewer, "
                                              "or fit with `components` {}",
                                              deviations.count(), count, count));
  check_deviation_bits(deviations);
  const std::size_t num_codes = count * deviations.num_features;
  return {
      .num_draws = count,
      .centres = centre_weights(*model.prior.learned),
      .steps = model.prior.learned->steps,
      .codes = std::vector(deviations.codes.begin(), deviations.codes.begin() + static_cast<std::ptrdiff_t>(num_codes)),
      .levels = levels_up_to(deviations.num_levels / 2),
      .independent = false,
      .deviations = true};
}

}  // namespace

DrawnWeights drawn_weights(const TrainedModel& model, const IntegerOptions& options) {
  if (options.draws == 0 || options.draws > most_draws)
    throw Error(ErrorKind::usage, fmt::format("expected 1 to {} draws, found {}", most_draws, options.draws));
  if (model.posterior.deviations && model.options.law == EnsembleLaw::t) return deviation_codes(model, options.draws);
  DrawnWeights weights{.num_draws = options.draws, .independent = !is_ensemble(model.posterior)};
  const std::vector<std::uint16_t> levels =
      weights.independent ? sample(model.posterior, model.prior, model.noise, options.draws, options.seed).codes
                          : ensemble_levels(model.posterior, options.draws);
  if (model.prior.learned) {
    set_offset_codes(weights, levels, model, model.prior.learned->steps);
    weights.levels = levels_up_to(num_levels(model.posterior, model.prior) / 2);
  } else {
    set_fixed_codes(weights, levels, model);
    if (weights.independent && sampling_share(model, weights.num_draws) > noticed_sampling_share)
      recentre_used(weights, weight_moments(model.posterior, model.prior).means);
  }
  return weights;
}

}  // namespace direct
