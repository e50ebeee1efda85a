// SPDX-License-Identifier: MIT
#include "predict/tune_grid.h"

#include <fmt/format.h>
#include <algorithm>
#include <string_view>
#include <utility>

#include <direct/error.h>

#include "fit/level_grids.h"
#include "fit/linear_only.h"

namespace direct {
namespace {

void require_grid(bool holds, const std::string& message) {
  if (!holds) throw Error(ErrorKind::usage, message);
}

template <typename Value>
std::vector<Value> in_order(std::vector<Value> values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

std::size_t multiple(const FitOptions& options) {
  if (options.features == FeatureKind::trained) return 1;
  return options.feature_bits == 0 ? 2 : 4;
}

std::vector<std::size_t> numbers_of_features(const FitOptions& options, const TuneOptions& tune) {
  if (options.features == FeatureKind::fourier)
    return tune.num_features.empty() ? fractions(options.num_features) : in_order(tune.num_features);
  if (options.features == FeatureKind::trained)
    return tune.num_features.empty() ? std::vector<std::size_t>{8, 16, 32, 64} : in_order(tune.num_features);
  require_grid(
      tune.num_features.empty(),
      "`num_features`: only Fourier and trained features can be more or fewer; expected `features` fourier or trained");
  return {};
}

void check_num_features(std::size_t count, const FitOptions& options) {
  require_grid(count > 0 && count % multiple(options) == 0,
               fmt::format("`num_features`: expected multiples of {}, found {}", multiple(options), count));
  const std::size_t in_file = options.support_levels.cols();
  require_grid(!has_support_file(options) || in_file == count,
               fmt::format("`num_features`: {} has the levels of {} weights; expected as many features, found {}",
                           text_of(options.support), in_file, count));
}

// A list and a file have their own number.
void check_grid_levels(std::size_t levels, const FitOptions& options) {
  const auto given = given_levels(options.support, levels);
  const std::size_t found = has_support_file(options) ? options.support_levels.rows() : given ? given->size() : levels;
  require_grid(found == levels, fmt::format("`levels`: `support` {} has {} levels; expected no others, found {}",
                                            text_of(options.support), found, levels));
}

// Whether a fit takes a number of features does not depend on the levels or the sparsity.
void check_points(const TuneGrid& grid, const FitOptions& options) {
  for (const std::size_t count : grid.num_features)
    check(options_at(options, count, grid.levels.front(), grid.sparsity.front()));
  const std::size_t any = grid.num_features.empty() ? options.num_features : grid.num_features.front();
  for (const std::size_t levels : grid.levels)
    for (const double sparsity : grid.sparsity) check(options_at(options, any, levels, sparsity));
}

}  // namespace

std::vector<std::size_t> fractions(std::size_t num_features) {
  constexpr std::size_t four = 4;
  std::vector<std::size_t> counts;
  if (num_features == 0) return counts;
  for (const std::size_t divisor : {1, 2, 4, 8}) counts.push_back(std::max(four, num_features / divisor / four * four));
  return in_order(std::move(counts));
}

TuneGrid tune_grid(const FitOptions& options, const TuneOptions& tune) {
  require_grid(!tune.levels.empty(), "`levels`: expected at least one number");
  require_grid(!tune.sparsity.empty(), "`sparsity`: expected at least one number");
  TuneGrid grid{.num_features = numbers_of_features(options, tune),
                .levels = in_order(tune.levels),
                .sparsity = in_order(tune.sparsity)};
  check_points(grid, options);
  for (const std::size_t count : grid.num_features) check_num_features(count, options);
  for (const std::size_t levels : grid.levels) check_grid_levels(levels, options);
  return grid;
}

void check(const FitOptions& options, const TuneOptions& tune) {
  require_linear(options.model, "tune");
  tune_grid(options, tune);
}

FitOptions options_at(FitOptions options, std::size_t num_features, std::size_t levels, double sparsity) {
  options.num_features = num_features;
  options.levels = levels;
  options.target_sparsity = sparsity;
  return options;
}

}  // namespace direct
