// SPDX-License-Identifier: MIT
#include "fit/companion_search.h"

#include <algorithm>
#include <cmath>

#include <direct/model.h>

#include "algebra/dense.h"
#include "fit/working_statistics.h"

namespace direct {
namespace {

constexpr int most_newton_rounds = 30, most_expected_rounds = 100, most_halvings = 12;
// Mean square of the change of z in a round, in units of the noise. Newton's rounds end with far less; the others gain
// about a fifth of what is left in each.
constexpr double settled = 1e-5;
constexpr double settled_log_variance = 0.05;  // of the prior: the evidence is flat about its maximum

double quadratic_form(const Matrix& gram, const std::vector<double>& x) {
  return view(x).dot(view(gram).selfadjointView<Eigen::Lower>() * view(x));
}

class Search {
 public:
  Search(RowSource& source, const Preparation& preparation, const FitOptions& options, const GivenNoise& noise)
      : source_(source),
        preparation_(preparation),
        options_(options),
        noise_(noise),
        likelihood_(options.likelihood),
        mean_(preparation.features.num_features(), 0.0) {}

  CompanionSearch run() {
    if (likelihood_.family().rows_are_bounds()) {
      // About the offset, as uncertain as the pilot has it: a row that is there by chance would count without limit.
      const std::vector<double> variances(mean_.size(), preparation_.pilot.weight);
      working_ = working_statistics(source_, likelihood_, {.mean = &mean_, .variances = &variances});
      find_expectation();
    } else {
      find_mode();
      noise_ = std::vector{chosen_.variances.noise};  // the curvatures of the rounds to come would bias it
      const std::optional<NoiseBelief> belief = chosen_.noise;
      find_expectation();
      chosen_.noise = belief;
    }
    return {.statistics = std::move(working_.moments), .chosen = chosen_, .rounds = rounds_, .converged = is_settled_};
  }

 private:
  // The companion of the working statistics. Its variances are chosen anew in every third round, and before the end.
  Companion solve() {
    has_chosen_ = rounds_ <= 2 || rounds_ % 3 == 0 || last_change_ <= settled;
    if (has_chosen_) choose();
    const WeightPrior prior = first_prior(mean_.size(), chosen_.variances, options_);
    return gaussian_companion(working_.moments, prior, 1.0 / chosen_.variances.noise);
  }

  void choose() {
    const double before = chosen_.variances.weight;
    chosen_ = chosen_variances(working_.moments, preparation_, options_, noise_);
    if (!noise_) {
      const DispersionRange range = likelihood_.family().dispersion_range();
      chosen_.variances.noise = std::clamp(chosen_.variances.noise, range.smallest, range.largest);
    }
    if (chosen_.protocol == "evidence") {
      chosen_.variances.weight = std::max(chosen_.variances.weight, least_weight_variance());
      preparation_.pilot = chosen_.variances;
    }
    change_of_log_variance_ = std::abs(std::log(chosen_.variances.weight / before));
  }

  // Where the inputs explain nothing the evidence would have weights of zero, and be certain of the offset, which is
  // but an estimate from as many rows as there are. The prior lets a constant, or all features together, be as
  // uncertain as that estimate.
  double least_weight_variance() const {
    constexpr double share = 4.0;  // a fifth of the constant's variance is lost to such a prior
    if (options_.features == FeatureKind::given) return 0.0;  // which have no offset
    const auto information = view(working_.moments.gram).diagonal() / chosen_.variances.noise;
    const double constant = options_.features == FeatureKind::linear ? information(0) : information.sum();
    return share / constant;
  }

  double log_prior(const std::vector<double>& mean) const {
    return -0.5 * view(mean).squaredNorm() / chosen_.variances.weight;
  }

  double objective(double log_likelihood, const std::vector<double>& mean) const {
    return log_likelihood / chosen_.variances.noise + log_prior(mean);
  }

  double change_of(const std::vector<double>& next) const {
    std::vector<double> difference = next;
    view(difference) -= view(mean_);
    return quadratic_form(working_.moments.gram, difference) / chosen_.variances.noise / working_.moments.num_rows;
  }

  // Halves a step as long as it loses.
  WorkingStatistics step_towards(std::vector<double>& next) {
    const double before = objective(working_.log_likelihood, mean_);
    const double allowed = 1e-9 * std::abs(before) + 1e-9;
    for (int halving = 0; halving < most_halvings; ++halving) {
      const double after = objective(log_likelihood_at(source_, likelihood_, next), next);
      if (after >= before - allowed) break;
      view(next) = 0.5 * (view(next) + view(mean_));
    }
    return working_statistics(source_, likelihood_, {.mean = &next});
  }

  void find_mode() {
    working_ = working_statistics(source_, likelihood_, {});
    for (bool is_first = true; rounds_ < most_newton_rounds; is_first = false) {
      ++rounds_;
      std::vector<double> next = solve().mean;
      last_change_ = is_first ? 1.0 : change_of(next);
      working_ = is_first ? working_statistics(source_, likelihood_, {.mean = &next}) : step_towards(next);
      mean_ = std::move(next);
      if (last_change_ <= settled) return;
    }
  }

  void find_expectation() {
    last_change_ = 1.0;
    const int most_rounds = std::min(most_expected_rounds, options_.max_iterations);
    for (int round = 0; round < most_rounds && !is_settled_; ++round) {
      ++rounds_;
      Companion companion = solve();
      last_change_ = change_of(companion.mean);
      mean_ = std::move(companion.mean);
      working_ = working_statistics(source_, likelihood_, {.mean = &mean_, .factor = &companion.factor});
      is_settled_ =
          round > 0 && has_chosen_ && last_change_ <= settled && change_of_log_variance_ <= settled_log_variance;
    }
  }

  RowSource& source_;
  Preparation preparation_;  // whose pilot variances are the last ones chosen: where the next search starts
  const FitOptions& options_;
  GivenNoise noise_;
  Likelihood likelihood_;
  std::vector<double> mean_;
  WorkingStatistics working_;
  ChosenVariances chosen_;
  int rounds_ = 0;
  double last_change_ = 1.0, change_of_log_variance_ = 0.0;
  bool has_chosen_ = false, is_settled_ = false;
};

}  // namespace

CompanionSearch find_companion(RowSource& source, const Preparation& preparation, const FitOptions& options,
                               const GivenNoise& noise) {
  return Search(source, preparation, options, noise).run();
}

}  // namespace direct
