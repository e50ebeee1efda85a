// SPDX-License-Identifier: MIT
#include "fit/spike_search.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <optional>

#include "algebra/categorical.h"
#include "fit/fit_posterior.h"
#include "fit/noise_inflation.h"
#include "fit/starts.h"

namespace direct {
namespace {

// Of the log odds: below the first a spike changes nothing; beyond the last, more than a row can tell of a weight,
// nothing changes any more.
constexpr double least_odds = -4.0, most_odds = 4096.0;
constexpr int num_bisections = 7;

struct Trial {
  double log_odds = 0.0;
  Variances variances;
  FittedPosterior fitted;
  double sparsity = 0.0;
};

class SpikeSearch {
 public:
  SpikeSearch(const SparseProblem& problem, const FittedPosterior& plain, const Variances& variances)
      : problem_(problem), plain_(plain), variances_(variances), companion_(companion_at(plain.noise)) {}

  // Doubling the odds until there are enough zeros, then bisection.
  Trial best() const {
    double low = least_odds, high = 4.0;
    Trial best = mean_field_at(high);
    while (!is_enough(best) && high < most_odds) {
      low = high;
      high *= 2.0;
      best = mean_field_at(high);
    }
    for (int i = 0; i < num_bisections && is_enough(best); ++i) {
      Trial trial = mean_field_at(0.5 * (low + high));
      (is_enough(trial) ? high : low) = trial.log_odds;
      if (is_enough(trial)) best = std::move(trial);
    }
    return settled(std::move(best));
  }

 private:
  bool is_enough(const Trial& trial) const { return trial.sparsity >= problem_.options.target_sparsity; }

  CompanionStart companion_at(const NoisePrior& noise) const {
    return companion_start(problem_.statistics, plain_.prior, prior_noise_precision(noise));
  }

  Trial mean_field_at(double log_odds) const {
    FitOptions options = problem_.options;
    options.posterior = PosteriorKind::mean_field;
    options.components = 1;
    return trial_at(log_odds, options, 1);
  }

  bool is_noise_enough(const FittedPosterior& fitted) const {
    return problem_.noise || holds(fitted.noise, raised_noise(problem_.statistics, fitted));
  }

  // With the posterior that was asked for, of which a mixture is a little less sparse than mean field, and with all the
  // noise that there is. More noise makes more zeros, which leave more unexplained: trials move it once.
  Trial settled(Trial trial) const {
    constexpr int max_moves = 5, most_steps = 4;
    const bool is_mean_field = problem_.options.posterior == PosteriorKind::mean_field;
    if (is_mean_field && is_noise_enough(trial.fitted)) return trial;
    trial = trial_at(trial.log_odds, problem_.options, max_moves);
    for (int i = 0; i < most_steps && !is_enough(trial); ++i)
      trial = trial_at(trial.log_odds + std::max(1.0, 0.1 * trial.log_odds), problem_.options, max_moves);
    return trial;
  }

  FittedPosterior fit_on(const WeightPrior& prior, const NoisePrior& noise, const FitOptions& options,
                         const CompanionStart& companion) const {
    return {prior, noise, fit_posterior(problem_.statistics, prior, noise, options, companion)};
  }

  Trial trial_at(double log_odds, const FitOptions& options, int max_moves) const {
    const WeightPrior prior = with_spike(plain_.prior, log_odds);
    const auto fit = [&](const Variances& variances) {
      const NoisePrior noise = noise_prior(problem_.statistics, variances, problem_.noise);
      return fit_on(prior, noise, options, companion_at(noise));
    };
    const auto noise = [&](const FittedPosterior& fitted) { return raised_noise(problem_.statistics, fitted); };
    Trial trial{.log_odds = log_odds, .variances = variances_};
    trial.fitted = fit_inflating_noise(fit_on(prior, plain_.noise, options, companion_), trial.variances,
                                       {.fit = fit, .noise = noise, .max_moves = problem_.noise ? 0 : max_moves});
    trial.sparsity = sparsity(trial.fitted.fit.posterior, trial.fitted.prior);
    return trial;
  }

  const SparseProblem& problem_;
  const FittedPosterior& plain_;
  Variances variances_;
  CompanionStart companion_;
};

std::string trial_note(const Trial& trial, double target) {
  const std::string found = fmt::format("a spike at zero of odds exp({:.4g}) leaves {:.1f} % of the weights zero",
                                        trial.log_odds, 100.0 * trial.sparsity);
  if (trial.sparsity >= target) return found + fmt::format(", of {:.4g} % asked for", 100.0 * target);
  return found + fmt::format(" and not the {:.4g} % asked for; `max_active_features` can", 100.0 * target);
}

double log_one_plus_exp(double x) { return x > 0.0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); }

}  // namespace

WeightPrior with_spike(const WeightPrior& prior, double log_odds) {
  WeightPrior result = prior;
  const double log_spike = -log_one_plus_exp(-log_odds), log_slab = -log_one_plus_exp(log_odds);
  for (std::size_t j = 0; j < prior.num_features(); ++j)
    for (std::size_t k = 0; k < prior.num_levels(); ++k) {
      double& value = result.log_prior(k, j);
      value += log_slab;
      if (prior.levels(k, j) == 0.0) value = log_sum_exp(std::vector{value, log_spike});
    }
  result.kind = PriorKind::spike_slab;
  const double slab = (1.0 - prior.spike) * std::exp(log_slab);
  result.spike = std::min(1.0 - slab, std::nextafter(1.0, 0.0));
  return result;
}

FittedPosterior fit_with_spike(const SparseProblem& problem, const FittedPosterior& plain, Variances& variances) {
  Trial trial = SpikeSearch(problem, plain, variances).best();
  trial.fitted.fit.report.notes.push_back(trial_note(trial, problem.options.target_sparsity));
  variances = trial.variances;
  return std::move(trial.fitted);
}

}  // namespace direct
