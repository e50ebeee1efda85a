// SPDX-License-Identifier: MIT
#include "fit/spike_search.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <optional>

namespace direct {
namespace {

// Of the log odds of the spike. Beyond the upper one the slab's probability is lost in rounding.
constexpr double least_odds = -4.0, most_odds = 36.0;
constexpr int num_bisections = 10;

double spike_at(double log_odds) { return 1.0 / (1.0 + std::exp(-log_odds)); }

struct Trial {
  double log_odds = 0.0;
  Variances variances;
  FittedPosterior fitted;
  double sparsity = 0.0;
};

Trial trial_at(double log_odds, const SparseProblem& p, PosteriorKind posterior, const Variances& start) {
  FitOptions options = p.options;
  options.prior = PriorKind::spike_slab;
  options.spike = spike_at(log_odds);
  options.posterior = posterior;
  if (posterior == PosteriorKind::mean_field) options.components = 1;
  Trial trial{.log_odds = log_odds, .variances = start};
  trial.fitted = p.fit(p.statistics, trial.variances, options);
  trial.sparsity = sparsity(trial.fitted.fit.posterior, trial.fitted.prior);
  return trial;
}

// Of all that reach the target that of the least spike; where none does, the sparsest.
void keep_better(std::optional<Trial>& best, Trial trial, double target) {
  if (!best || (best->sparsity < target ? trial.sparsity > best->sparsity : trial.sparsity >= target))
    best = std::move(trial);
}

double first_log_odds(const FitOptions& options) {
  if (options.prior != PriorKind::spike_slab) return least_odds;
  return std::clamp(std::log(options.spike / (1.0 - options.spike)), least_odds, most_odds);
}

Trial bisected(const SparseProblem& p, const Variances& start) {
  double low = first_log_odds(p.options), high = most_odds;
  std::optional<Trial> best;
  for (int i = 0; i < num_bisections; ++i) {
    Trial trial = trial_at(0.5 * (low + high), p, PosteriorKind::mean_field, start);
    (trial.sparsity >= p.options.target_sparsity ? high : low) = trial.log_odds;
    keep_better(best, std::move(trial), p.options.target_sparsity);
  }
  return std::move(*best);
}

// A mixture is a little less sparse than the mean field that the spike was found for.
Trial with_posterior_asked_for(const SparseProblem& p, Trial trial, const Variances& start) {
  if (p.options.posterior == PosteriorKind::mean_field) return trial;
  constexpr int most_steps = 4;
  double log_odds = trial.log_odds;
  trial = trial_at(log_odds, p, p.options.posterior, start);
  for (int i = 0; i < most_steps && trial.sparsity < p.options.target_sparsity && log_odds < most_odds; ++i) {
    log_odds = std::min(log_odds + 1.0, most_odds);
    trial = trial_at(log_odds, p, p.options.posterior, start);
  }
  return trial;
}

std::string note(const Trial& trial, double target) {
  return fmt::format(
      "a spike of probability {:.6g} at zero leaves {:.1f} % of the weights zero, {} {:.4g} % asked for{}",
      spike_at(trial.log_odds), 100.0 * trial.sparsity, trial.sparsity >= target ? "of" : "less than the",
      100.0 * target, trial.sparsity >= target ? "" : "; no prior leaves more, but --max-active-features can");
}

}  // namespace

FittedPosterior fit_with_spike(const SparseProblem& p, Variances& variances) {
  Trial trial = with_posterior_asked_for(p, bisected(p, variances), variances);
  trial.fitted.fit.report.notes.push_back(note(trial, p.options.target_sparsity));
  variances = trial.variances;
  return std::move(trial.fitted);
}

}  // namespace direct
