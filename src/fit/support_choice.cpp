// SPDX-License-Identifier: MIT
#include "fit/support_choice.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <vector>

#include "algebra/parallel.h"
#include "fit/climb.h"
#include "fit/level_grids.h"

namespace direct {
namespace {

WeightPrior with_end(const WeightPrior& first, double end, const FitOptions& options) {
  return on_levels(first, automatic_levels(options, end));
}

// How well a start does on its grid after two sweeps.
double promise(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
               std::vector<double> start, const FitOptions& options) {
  Climb climb("trial", model, prior, noise, std::move(start), options);
  climb.run(2);
  return climb.continuous_log_joint();
}

double largest_mean(const std::vector<double>& values) {
  double largest = 0.0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

bool has_powers(const FitOptions& options) { return options.support.kind == Support::Kind::pow2; }

double end_that_holds(const std::vector<double>& mean, const FitOptions& options) {
  const double largest = largest_mean(mean);
  return has_powers(options) ? std::exp2(std::ceil(std::log2(largest))) : largest;
}

// Powers of two move by whole powers.
std::vector<double> ends_near(double end, const FitOptions& options) {
  std::vector<double> ends = {1.0, 1.5, 2.25, 10.0 / 3.0, 2.0 / 3.0, 0.5, 1.0 / 3.0};
  if (has_powers(options)) ends = {1.0, 2.0, 4.0, 0.5, 0.25};
  for (double& factor : ends) factor *= end;
  return ends;
}

struct End {
  double value = 0.0, promise = 0.0;
};

// The most promising of the ends. Of the companion's mean and its lattice point the better one counts.
End best_of(const std::vector<double>& ends, const LinearRegression& model, const WeightPrior& first,
            const NoisePrior& noise, const OrderedCompanion& companion, const FitOptions& options) {
  std::vector<double> promises(2 * ends.size());
  parallel_for(promises.size(), [&](std::size_t trial) {
    const WeightPrior prior = with_end(first, ends[trial / 2], options);
    std::vector<double> start = trial % 2 == 0 ? companion.mean : lattice_point(companion, prior.levels);
    promises[trial] = promise(model, prior, noise, std::move(start), options);
  });
  const auto best = std::max_element(promises.begin(), promises.end());
  return {.value = ends[static_cast<std::size_t>(best - promises.begin()) / 2], .promise = *best};
}

// Around the first end; and where the widest of these is the best, what holds the companion's mean.
double best_end(const LinearRegression& model, const WeightPrior& first, const NoisePrior& noise,
                const OrderedCompanion& companion, FitOptions options) {
  const std::vector<double> ends = ends_near(first.levels.column(0).back(), options);
  const double holding = end_that_holds(companion.mean, options);
  options.progress = {};  // trials run side by side
  const End near = best_of(ends, model, first, noise, companion, options);
  if (near.value < *std::ranges::max_element(ends) || holding <= near.value) return near.value;
  const End far = best_of({holding}, model, first, noise, companion, options);
  return far.promise > near.promise ? far.value : near.value;
}

}  // namespace

ChosenSupport chosen_support(const LinearRegression& model, const WeightPrior& first, const NoisePrior& noise,
                             const CompanionStart& companion, const FitOptions& options) {
  if ((options.support.kind != Support::Kind::automatic && !has_powers(options)) || companion.fits) return {first, ""};
  const double end = companion.ordered ? best_end(model, first, noise, *companion.ordered, options)
                                       : end_that_holds(companion.mean, options);
  const double before = first.levels.column(0).back();
  if (end == before) return {first, ""};
  const char* const reason = end > before ? "the full-precision mean does not fit on the latter"
                                          : "the full-precision mean fits on neither, and finer steps explain more";
  return {with_end(first, end, options),
          fmt::format("the support is +-{:.4g} instead of +-{:.4g}: {}", end, before, reason)};
}

}  // namespace direct
