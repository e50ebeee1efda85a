// SPDX-License-Identifier: MIT
#include "fit/trained_basis.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <fmt/format.h>

#include "algebra/dense.h"
#include "algebra/random.h"
#include "features/trained_evidence.h"
#include "fit/feature_selection.h"
#include "fit/metric_guard.h"
#include "optimize/lbfgs.h"

namespace direct {
namespace {

constexpr std::size_t first_cosines = 64, most_cosines = 512;  // where their number is left to us
constexpr std::size_t num_candidates = 2000;
constexpr std::size_t most_choice_rows = 4000, most_trial_rows = 4000;
constexpr std::size_t fewest_rows = 100;  // to train anything
constexpr double longest_lengthscale = 10.0;
constexpr int trial_iterations = 30, iterations_of_a_check = 10, patience = 80;

// A map and how well it predicts the held-out rows.
struct Basis {
  FeatureMap map;
  BasisFit fit;

  double score() const { return view(fit.densities).mean(); }
};

struct EndOfTraining {};

class BasisTrainer {
 public:
  BasisTrainer(const MetricRows& rows, const MetricKernel& kernel, const TrainedBasisOptions& options)
      : split_(split_rows(rows)), kernel_(kernel), options_(options) {
    for (std::size_t j = 0; j < kernel.directions.rows(); ++j) {
      const double length = view(kernel.directions).row(static_cast<Eigen::Index>(j)).norm();
      lengthscales_.push_back(std::min(1.0 / std::max(length, 1e-300), longest_lengthscale));
    }
  }

  bool can_train() const { return split_.training.size() + split_.held_out.size() >= fewest_rows; }

  Basis judged(FeatureMap map) const {
    const double b = static_cast<double>(map.num_features());
    const Variances start{kernel_.noise_variance, 2.0 * kernel_.signal_variance / b};
    BasisFit fit = basis_fit(map, split_, start);
    return {std::move(map), std::move(fit)};
  }

  Basis random_basis(std::size_t num_cosines) const {
    return judged(map_of(random_frequencies(num_cosines), random_phases(num_cosines)));
  }

  // The cosines and sines that gain most evidence, one pair after another.
  Basis chosen_basis(std::size_t num_cosines) const {
    const FeatureMap candidates = fourier_features(kernel_.directions, num_candidates, options_.seed);
    const SecondMoments moments = weighted_moments(candidates, thinned(split_.training, most_choice_rows));
    const Variances variances{kernel_.noise_variance,
                              2.0 * kernel_.signal_variance / static_cast<double>(num_candidates)};
    const std::vector<std::size_t> features =
        selected_features(moments, variances, {.group_size = 2, .most = num_cosines + num_cosines % 2});
    Matrix frequencies(candidates.num_inputs, num_cosines);
    std::vector<double> phases;
    for (std::size_t k = 0; k < num_cosines; ++k) {
      view(frequencies.column(k)) = view(candidates.frequencies.column(features[k] / 2));
      phases.push_back(features[k] % 2 == 0 ? 0.0 : -0.25);
    }
    return judged(map_of(std::move(frequencies), std::move(phases)));
  }

  // The better of two starts after a trial on some of the rows, trained on all of them.
  Basis trained(const Basis& one, const Basis& other) const {
    const SplitRows trial{thinned(split_.training, most_trial_rows), split_.held_out};
    const Basis first = trained_on(trial, one, trial_iterations), second = trained_on(trial, other, trial_iterations);
    return trained(first.score() > second.score() ? first : second);
  }
  Basis trained(const Basis& start) const { return trained_on(split_, start, affordable_iterations(start)); }

  // As many cosines as there are, and as many random ones besides.
  Basis doubled(const Basis& basis) const {
    const std::size_t num_cosines = 2 * basis.map.frequencies.cols();
    FeatureMap map = map_of(random_frequencies(num_cosines), random_phases(num_cosines));
    std::ranges::copy(basis.map.frequencies.values(), map.frequencies.data());
    std::ranges::copy(basis.map.phases, map.phases.begin());
    return judged(std::move(map));
  }

  std::size_t num_held_out() const { return split_.held_out.size(); }

 private:
  // As many as take some seconds: an iteration is three products of n b^2.
  int affordable_iterations(const Basis& basis) const {
    constexpr double products = 2.5e11, fewest = 200.0, most = 2000.0;
    const double b = static_cast<double>(basis.map.num_features());
    const double of_one = 3.0 * static_cast<double>(split_.training.size()) * b * b;
    return static_cast<int>(std::clamp(products / of_one, fewest, most));
  }

  FeatureMap map_of(Matrix frequencies, std::vector<double> phases) const {
    return trained_features(std::move(frequencies), std::move(phases), options_.scales);
  }

  Matrix random_frequencies(std::size_t count) const {
    FeatureMap map = fourier_features(kernel_.directions, 2 * count, options_.seed);
    for (std::size_t j = 0; j < lengthscales_.size(); ++j) {
      const double length = view(kernel_.directions).row(static_cast<Eigen::Index>(j)).norm();
      if (length * lengthscales_[j] >= 1.0) continue;  // at the longest lengthscale the input counts for little
      for (std::size_t k = 0; k < count; ++k)
        map.frequencies(j, k) = random_normal(options_.seed, RandomStream::trained, k * lengthscales_.size() + j) /
                                (2.0 * std::numbers::pi * lengthscales_[j]);
    }
    return std::move(map.frequencies);
  }

  std::vector<double> random_phases(std::size_t count) const {
    std::vector<double> phases;
    for (std::size_t k = 0; k < count; ++k) phases.push_back(random_uniform(options_.seed, RandomStream::phases, k));
    return phases;
  }

  // The best of the start and of what the held-out rows see every few iterations.
  Basis trained_on(const SplitRows& rows, const Basis& start, int max_iterations) const {
    const auto [noise, weight] = start.fit.variances;
    TrainedEvidence evidence(rows.training, start.map, noise / weight, lengthscales_);
    std::vector<double> x = evidence.start(), last = x;
    Basis best = start;
    int best_iteration = 0;
    const auto objective = [&](std::span<const double> at, std::span<double> gradient) {
      last.assign(at.begin(), at.end());
      return evidence(at, gradient);
    };
    const auto check = [&](int iteration, double) {
      report(
          options_.progress,
          {.stage = "training", .done = static_cast<double>(iteration), .most = static_cast<double>(max_iterations)});
      if (iteration % iterations_of_a_check != 0) return;
      FeatureMap at = evidence.map(last), map = map_of(std::move(at.frequencies), std::move(at.phases));
      BasisFit fit = basis_fit(map, rows, {evidence.noise_variance(), evidence.weight_variance()});
      Basis next{std::move(map), std::move(fit)};
      if (next.score() > best.score()) {
        best = std::move(next);
        best_iteration = iteration;
      }
      if (iteration - best_iteration >= patience) throw EndOfTraining();
    };
    try {
      minimise_lbfgs(objective, x, {.max_iterations = max_iterations, .history = 20, .each_iteration = check});
    } catch (const EndOfTraining&) {
    }
    return best;
  }

  SplitRows split_;
  const MetricKernel& kernel_;
  const TrainedBasisOptions& options_;
  std::vector<double> lengthscales_;
};

std::string gain_text(const Basis& basis, const Basis& other) {
  const DensityGain gain = density_gain(basis.fit.densities, other.fit.densities);
  return fmt::format("{:+.3g} +- {:.2g}", gain.mean, gain.standard_error);
}

bool gains_clearly(const Basis& basis, const Basis& than) {
  const DensityGain gain = density_gain(basis.fit.densities, than.fit.densities);
  return gain.mean > gain.standard_error;
}

Basis grown(const BasisTrainer& trainer, Basis basis) {
  while (2 * basis.map.frequencies.cols() <= most_cosines) {
    Basis next = trainer.trained(trainer.doubled(basis));
    if (!gains_clearly(next, basis)) break;
    basis = std::move(next);
  }
  return basis;
}

}  // namespace

TrainedBasis trained_basis(const MetricRows& rows, const MetricKernel& kernel, const TrainedBasisOptions& options) {
  const BasisTrainer trainer(rows, kernel, options);
  const std::size_t num_cosines = options.num_cosines > 0 ? options.num_cosines : first_cosines;
  const Basis chosen = trainer.chosen_basis(num_cosines);
  if (!trainer.can_train())
    return {chosen.map, chosen.fit.variances,
            fmt::format("too few rows to train features: {} (expected {} or more); they are chosen among random ones",
                        rows.size(), fewest_rows)};
  const Basis random = trainer.random_basis(num_cosines);
  Basis best = trainer.trained(random, chosen);
  if (!gains_clearly(best, chosen))
    return {chosen.map, chosen.fit.variances,
            fmt::format("training the features gains nothing on {} rows held out: they are chosen among random ones",
                        trainer.num_held_out())};
  if (options.num_cosines == 0) best = grown(trainer, std::move(best));
  return {
      best.map, best.fit.variances,
      fmt::format("training the features gains {} nats per row over a choice of {}, {} over random ones, on {} rows "
                  "held out",
                  gain_text(best, chosen), num_cosines, gain_text(best, random), trainer.num_held_out())};
}

}  // namespace direct
