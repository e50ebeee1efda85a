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
constexpr double largest_code = 127.0;
constexpr double largest_power_of_two = 16384.0;

// Equally probable point masses.
bool is_ensemble(const Posterior& posterior) {
  const auto& weights = posterior.log_component_weights;
  return std::ranges::all_of(weights, [&](double weight) { return std::abs(weight - weights.front()) < 1e-9; }) &&
         std::ranges::all_of(posterior.log_probabilities, is_point_mass);
}

std::size_t certain_level(std::span<const double> log_probabilities) {
  return static_cast<std::size_t>(std::ranges::max_element(log_probabilities) - log_probabilities.begin());
}

// Levels of one draw after the other.
std::vector<std::uint8_t> ensemble_levels(const Posterior& posterior, std::size_t count) {
  if (count > posterior.num_components())
    throw Error(ErrorKind::usage,
                fmt::format("the posterior is an ensemble of {} draws, found {}: export fewer, or fit with "
                            "--components {}",
                            posterior.num_components(), count, count));
  std::vector<std::uint8_t> levels;
  for (std::size_t s = 0; s < count; ++s)
    for (std::size_t j = 0; j < posterior.log_probabilities[s].cols(); ++j)
      levels.push_back(static_cast<std::uint8_t>(certain_level(posterior.log_probabilities[s].column(j))));
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

// Levels that are evenly spaced about the middle one: learned grids, and even ones without a zero.
void set_offset_codes(DrawnWeights& weights, const std::vector<std::uint8_t>& levels, const TrainedModel& model,
                      std::vector<double> steps) {
  const auto middle = static_cast<int>(model.prior.num_levels() / 2);
  weights.steps = std::move(steps);
  for (const std::uint8_t level : levels) weights.codes.push_back(static_cast<std::int16_t>(level - middle));
  weights.centres.resize(weights.steps.size());
  recentre(weights, weight_moments(model.posterior, model.prior).means);
}

void set_multiples(DrawnWeights& weights, const std::vector<std::uint8_t>& levels, const Matrix& table, double unit) {
  weights.steps.assign(table.cols(), unit);
  weights.centres.assign(table.cols(), 0.0);
  for (std::size_t i = 0; i < levels.size(); ++i)
    weights.codes.push_back(static_cast<std::int16_t>(std::lround(table(levels[i], i % table.cols()) / unit)));
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
  const auto repeated = std::ranges::unique(values);
  values.erase(repeated.begin(), repeated.end());
  return values;
}

void set_fixed_codes(DrawnWeights& weights, const std::vector<std::uint8_t>& levels, const TrainedModel& model) {
  const Matrix& table = model.prior.levels;
  const std::vector<double> values = distinct(table);
  if (are_powers_of_two(values)) {
    if (const auto unit = common_unit(values, largest_power_of_two)) {
      weights.levels = IntegerLevels::pow2;
      return set_multiples(weights, levels, table, *unit);
    }
  }
  if (const auto unit = common_unit(values, largest_code)) {
    const double largest = std::max(std::abs(values.front()), std::abs(values.back())) / *unit;
    weights.levels = largest <= largest_even + 0.5 ? IntegerLevels::even : IntegerLevels::values;
    return set_multiples(weights, levels, table, *unit);
  }
  if (auto steps = even_steps(table)) return set_offset_codes(weights, levels, model, std::move(*steps));
  throw Error(ErrorKind::usage,
              "the levels are neither evenly spaced nor small multiples of one number, so integers cannot hold them: "
              "fit with --support learned, auto or pow2");
}

}  // namespace

DrawnWeights drawn_weights(const TrainedModel& model, const IntegerOptions& options) {
  if (options.draws == 0 || options.draws > most_draws)
    throw Error(ErrorKind::usage, fmt::format("expected 1 to {} draws, found {}", most_draws, options.draws));
  DrawnWeights weights{.num_draws = options.draws, .independent = !is_ensemble(model.posterior)};
  const std::vector<std::uint8_t> levels =
      weights.independent ? sample(model.posterior, model.prior, model.noise, options.draws, options.seed).codes
                          : ensemble_levels(model.posterior, options.draws);
  if (model.prior.learned) {
    set_offset_codes(weights, levels, model, model.prior.learned->steps);
    weights.levels = model.prior.num_levels() / 2 <= static_cast<std::size_t>(largest_even) ? IntegerLevels::even
                                                                                            : IntegerLevels::values;
  } else {
    set_fixed_codes(weights, levels, model);
  }
  return weights;
}

}  // namespace direct
