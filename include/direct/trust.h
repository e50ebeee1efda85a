// SPDX-License-Identifier: MIT
// Can a model be trusted? What a few bits and a factorised posterior cost, against the same model with Gaussian
// priors and full precision (its companion), from what the model file holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <direct/evaluate.h>
#include <direct/words.h>

namespace direct {

// On the pilot rows.
struct CompanionComparison {
  std::size_t num_rows = 0;
  double mean_difference = 0.0;   // root mean square of the difference of the means, in std_total of the companion
  double worst_difference = 0.0;  // its largest
  double std_model_ratio = 0.0;   // root mean square of std_model over that of the companion's
  double std_total_ratio = 0.0;   // the same of std_total
};

// Both without -n/2 log(2 pi). The companion's evidence is no bound on the ELBO: a grid is another prior.
struct EvidenceComparison {
  double elbo = 0.0;
  double log_evidence = 0.0;  // of the companion, at E[1 / sigma^2] of the model
  double gap_per_row = 0.0;   // (log_evidence - elbo) / rows, in nats
};

// How the probability of a weight lies on its grid.
struct Saturation {
  double mass_at_ends = 0.0;  // mean over the weights of the probability of the lowest and the highest level
  double prior_mass_at_ends = 0.0;
  std::size_t num_saturated = 0;  // weights with more than half of their probability there
};

// The shape of the largest importance ratios p(w, data) / q(w) of `num_draws` draws: below 0.5 importance sampling from
// q would work well, above 0.7 not at all.
struct ImportanceCheck {
  double pareto_k = 0.0;
  std::size_t num_draws = 0;
};

// Of predictions for rows like those of the training. unknown: there was nothing to compare them with.
enum class Verdict { good, unknown, fair, poor };
constexpr auto words(Verdict) {
  return std::array{Word{"good", Verdict::good}, Word{"unknown", Verdict::unknown}, Word{"fair", Verdict::fair},
                    Word{"poor", Verdict::poor}};
}

struct Trust {
  Verdict verdict = Verdict::good;
  std::vector<std::string> findings;  // one sentence each, the worst first; what to do about it included
  std::vector<std::string> missing;   // what could not be looked at, and why
  bool converged = false;
  std::optional<LevelsReport> levels;            // of an ensemble
  std::vector<std::string> interval_warnings;    // why intervals cannot be trusted
  std::optional<CompanionComparison> companion;  // of models with statistics and pilot rows, which slim ones lack
  std::optional<FeatureCost> feature_codes;      // of these, with integer features
  std::optional<EvidenceComparison> evidence;
  Saturation saturation;
  double effective_weights = 0.0;  // that the data determine: sum of 1 - posterior / prior variance, on the grid
  std::optional<double> companion_effective_weights;
  double nonzero_weights = 0.0;               // expected number
  std::optional<ImportanceCheck> importance;  // for at most 50 weights that are not point masses
};

struct TrustOptions {
  std::uint64_t seed = 0;
  int threads = 0;
};

Trust trust(const TrainedModel& model, const TrustOptions& options = {});

}  // namespace direct
