// SPDX-License-Identifier: MIT
#include "fit/sparsity_options.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <span>

#include <direct/error.h>

#include "fit/level_grids.h"
#include "fit/require_option.h"

namespace direct {
namespace {

bool limits_features(const FitOptions& options) { return options.max_active_features != all_features; }

bool holds_zero(std::span<const double> levels) { return std::ranges::find(levels, 0.0) != levels.end(); }

bool each_holds_zero(const Matrix& levels) {
  for (std::size_t j = 0; j < levels.cols(); ++j)
    if (!holds_zero(levels.column(j))) return false;
  return true;
}

// Learned grids are about centres of their own: there a feature that is left out gets a grid about zero.
bool has_zero(const FitOptions& options) {
  if (is_learned(options)) return true;
  if (has_support_file(options)) return each_holds_zero(options.support_levels);
  const auto given = given_levels(options.support, num_levels(options));
  return given ? holds_zero(*given) : num_levels(options) >= 3;
}

void check_zero(const FitOptions& options, const std::string& flag) {
  require_option(has_zero(options),
                 fmt::format("{}: zero is not a level of each weight; expected it in `support`, found {} levels of {}",
                             flag, num_levels(options), text_of(options.support)));
}

void check_spike(const FitOptions& options) {
  require_option(
      !is_learned(options),
      "`target_sparsity`: codes of a learned grid are deviations from centres that are not zero; expected another "
      "`support`, or `posterior` draws");
  require_option(
      options.prior == PriorKind::gaussian || options.prior == PriorKind::spike_slab,
      "`target_sparsity`: the prior becomes a spike at zero and a Gaussian slab; expected `prior` gaussian or "
      "spike-slab, or `posterior` draws");
  require_option(
      options.prior_mixture.empty(),
      "`target_sparsity`: the prior becomes a spike at zero and a Gaussian slab, which is no mixture of scales; "
      "expected no `prior_mixture`, or `posterior` draws");
}

}  // namespace

void check_sparsity(const FitOptions& options) {
  if (!asks_for_sparsity(options)) return;
  require_option(!limits_features(options) || options.target_sparsity == 0.0,
                 "`target_sparsity`: decides by itself how many weights are zero; expected no `max_active_features`");
  check_zero(options, limits_features(options) ? "`max_active_features`" : "`target_sparsity`");
  if (!leaves_out_features(options)) check_spike(options);
}

bool asks_for_sparsity(const FitOptions& options) { return options.target_sparsity > 0.0 || limits_features(options); }

bool leaves_out_features(const FitOptions& options) {
  return limits_features(options) || (options.target_sparsity > 0.0 && options.posterior == PosteriorKind::draws);
}

std::optional<std::size_t> most_active_features(const FitOptions& options, std::size_t num_features) {
  if (options.max_active_features == 0) return std::nullopt;
  if (limits_features(options)) return options.max_active_features;
  constexpr double rounding = 1e-9;  // 0.3 of 10 features are three
  const double active = (1.0 - options.target_sparsity) * static_cast<double>(num_features);
  return static_cast<std::size_t>(std::floor(active + rounding));
}

}  // namespace direct
