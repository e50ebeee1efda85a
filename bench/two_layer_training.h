// SPDX-License-Identifier: MIT
// Trains a basis of two layers that costs a chip no more than a number of cosines of one layer.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <direct/features.h>
#include <direct/model.h>
#include <direct/statistics.h>

#include "algebra/cholesky.h"
#include "algebra/random.h"
#include "fit/feature_selection.h"
#include "fit/metric_guard.h"
#include "optimize/lbfgs.h"
#include "two_layers.h"

namespace bench {

// Instructions of a Cortex-M3.
struct ChipCost {
  static constexpr std::size_t multiply_add = 3, cosine = 15, rectified = 4, feature = 8;

  static std::size_t of_inputs(std::size_t num_inputs) { return feature * (1 + num_inputs); }
  static std::size_t of_unit(Unit unit, std::size_t num_terms) {
    return multiply_add * num_terms + (unit == Unit::cosine ? cosine : rectified) + feature;
  }
};

struct Split {
  Unit unit = Unit::cosine;
  std::size_t num_hidden = 0, num_outputs = 0;

  std::string name() const {
    return (unit == Unit::cosine ? "cos " : "relu ") + std::to_string(num_hidden) + "+" + std::to_string(num_outputs);
  }
  std::size_t cost(std::size_t num_inputs) const {
    return ChipCost::of_inputs(num_inputs) + num_hidden * ChipCost::of_unit(unit, num_inputs) +
           num_outputs * ChipCost::of_unit(Unit::cosine, num_hidden);
  }
};

inline std::size_t single_layer_cost(std::size_t num_inputs, std::size_t num_cosines) {
  return Split{Unit::cosine, num_cosines, 0}.cost(num_inputs);
}

// Each with as many outputs as the cost of `num_cosines` of one layer allows.
inline std::vector<Split> splits_of(std::size_t num_inputs, std::size_t num_cosines) {
  constexpr std::size_t fewest_outputs = 4;
  const std::size_t most = single_layer_cost(num_inputs, num_cosines);
  std::vector<Split> result;
  for (const Unit unit : {Unit::cosine, Unit::rectified})
    for (const std::size_t num_hidden : {16, 32, 48, 64}) {
      const std::size_t cost = Split{unit, num_hidden, 0}.cost(num_inputs);
      if (cost >= most) continue;
      const std::size_t num_outputs = (most - cost) / ChipCost::of_unit(Unit::cosine, num_hidden);
      if (num_outputs >= fewest_outputs) result.push_back({unit, num_hidden, num_outputs});
    }
  return result;
}

// Of one evaluation of the evidence, in multiply-adds of one of its products.
inline double training_work(std::size_t num_rows, std::size_t num_features) {
  return static_cast<double>(num_rows) * static_cast<double>(num_features) * static_cast<double>(num_features);
}

// Trained, and how well it predicts the held-out rows.
struct TwoLayerFit {
  TwoLayers basis;
  direct::Variances variances;
  std::vector<double> densities;  // log densities of the held-out rows

  double score() const { return densities.empty() ? -1e300 : view(densities).mean(); }
};

inline direct::SecondMoments moments_of(const Matrix& features, std::span<const double> targets) {
  direct::MomentAccumulator sums(features.cols());
  sums.add(features, targets);
  return std::move(sums).finish();
}

// A regression with these variances; nothing where its matrix is singular to working precision.
struct Regression {
  Matrix factor;
  std::vector<double> mean;
};
inline std::optional<Regression> regression(const direct::SecondMoments& moments, const direct::Variances& variances) {
  Regression result{moments.gram, moments.feature_target};
  view(result.factor).diagonal().array() += variances.noise / variances.weight;
  if (!direct::factorise(result.factor)) return std::nullopt;
  direct::solve_factorised(result.factor, result.mean);
  return result;
}

// The columns of `candidates` that gain most evidence about what a regression on `base` leaves of the targets.
inline std::vector<std::size_t> chosen_columns(const Matrix& base, const Matrix& candidates,
                                               std::span<const double> targets, std::size_t count) {
  constexpr double ridge = 1e-3;
  std::vector<double> rest(targets.begin(), targets.end());
  if (const auto known = regression(moments_of(base, targets), {ridge, 1.0}))
    view(rest) -= view(base) * view(known->mean);
  const direct::SecondMoments moments = moments_of(candidates, rest);
  const double mean_square = moments.target_square / moments.num_rows;
  const direct::Variances start{0.5 * mean_square, mean_square / static_cast<double>(candidates.cols())};
  const direct::Variances variances = direct::maximise_evidence(moments, start, {.max_factorisations = 10}).variances;
  return direct::selected_features(moments, variances, {.most = count});
}

inline Layer chosen_units(const Layer& from, const std::vector<std::size_t>& units) {
  Layer result{Matrix(from.weights.rows(), units.size()), {}};
  for (std::size_t k = 0; k < units.size(); ++k) {
    std::ranges::copy(from.weights.column(units[k]), result.weights.column(k).begin());
    result.offsets.push_back(from.offsets[units[k]]);
  }
  return result;
}

class TwoLayerTrainer {
 public:
  // `single` is the trained map of one layer at the same cost.
  TwoLayerTrainer(const direct::MetricRows& rows, const direct::MetricKernel& kernel, const direct::FeatureMap& single)
      : split_(direct::split_rows(rows)),
        trial_{direct::thinned(split_.training, most_trial_rows), split_.held_out},
        choice_(direct::thinned(split_.training, most_choice_rows)),
        kernel_(kernel),
        single_(single) {
    constexpr double longest_lengthscale = 10.0;
    for (std::size_t j = 0; j < kernel.directions.rows(); ++j) {
      const double length = view(kernel.directions).row(static_cast<Eigen::Index>(j)).norm();
      lengthscales_.push_back(std::min(1.0 / std::max(length, 1e-300), longest_lengthscale));
    }
  }

  // Every split, from the single layer's cosines, and the best of each kind of units from random ones, on some of the
  // rows; the best of them for longer, the best of those on all rows. Takes up to `most_work`.
  TwoLayerFit trained(const std::vector<Split>& splits, double most_work) {
    work_ = 0.0;
    std::vector<TwoLayerFit> fits;
    for (const Unit unit : {Unit::cosine, Unit::rectified}) add_trials(splits, unit, 0.4 * most_work, fits);
    keep_best(fits, 4);
    for (TwoLayerFit& fit : fits) fit = trained_on(trial_, fit.basis, longer_iterations, 0.6 * most_work);
    keep_best(fits, 2);
    for (std::size_t k = 0; k < fits.size(); ++k)
      fits[k] = trained_on(split_, fits[k].basis, most_iterations, (k == 0 ? 0.8 : 1.0) * most_work);
    keep_best(fits, 1);
    return fits.front();
  }

  // From where the training of one layer ended.
  TwoLayerFit single_trained_on(double most_work) {
    work_ = 0.0;
    return trained_on(split_, single_basis(), most_iterations, most_work);
  }

  // Whether a product would take it, and not the single layer.
  bool is_clearly_better_than_single(const TwoLayerFit& fit) const {
    const TwoLayerFit one = judged(single_basis(), split_, fit.variances);
    if (one.densities.empty()) return true;
    const direct::DensityGain gain = direct::density_gain(fit.densities, one.densities);
    return gain.mean > gain.standard_error;
  }

 private:
  static constexpr std::size_t most_trial_rows = 4000, most_choice_rows = 2000, num_candidates = 300;
  static constexpr int trial_iterations = 30, longer_iterations = 60, most_iterations = 2000,
                       iterations_of_a_check = 10, patience = 50;
  struct EndOfTraining {};

  static void keep_best(std::vector<TwoLayerFit>& fits, std::size_t count) {
    std::ranges::stable_sort(fits, std::ranges::greater(), &TwoLayerFit::score);
    fits.resize(std::min(count, fits.size()));
  }

  void add_trials(const std::vector<Split>& splits, Unit unit, double work_end, std::vector<TwoLayerFit>& fits) {
    const Split* best = nullptr;
    double best_score = 0.0;
    for (const Split& split : splits) {
      if (split.unit != unit) continue;
      fits.push_back(trained_on(trial_, start(split, true), trial_iterations, work_end));
      if (best && fits.back().score() <= best_score) continue;
      best = &split;
      best_score = fits.back().score();
    }
    if (best) fits.push_back(trained_on(trial_, start(*best, false), trial_iterations, work_end));
  }

  TwoLayers empty_basis(Unit unit) const {
    return {.unit = unit, .centres = single_.centres, .scales = single_.scales};
  }

  Layer single_layer() const {
    Layer layer{single_.frequencies, single_.phases};
    view(layer.weights) *= 2.0 * std::numbers::pi;
    view(layer.offsets) *= 2.0 * std::numbers::pi;
    return layer;
  }

  TwoLayers single_basis() const {
    TwoLayers basis = empty_basis(Unit::cosine);
    basis.first = single_layer();
    basis.second.weights = Matrix(basis.first.size(), 0);
    return basis;
  }

  // Those of the trained cosines that tell most beside the inputs.
  Layer chosen_cosines(std::size_t count) const {
    const TwoLayers one = single_basis();
    const Matrix features = features_of(one, choice_.inputs);
    return chosen_units(one.first,
                        chosen_columns(part(features, 0, one.first_hidden()),
                                       part(features, one.first_hidden(), one.first.size()), choice_.targets, count));
  }

  static Matrix part(const Matrix& matrix, std::size_t first, std::size_t count) {
    Matrix result(matrix.rows(), count);
    view(result) = columns(matrix, first, count);
    return result;
  }

  Layer random_cosines(std::size_t count) const {
    constexpr std::uint64_t seed = 1;  // others than the single layer's
    Layer layer{direct::fourier_features(kernel_.directions, 2 * count, seed).frequencies, {}};
    view(layer.weights) *= 2.0 * std::numbers::pi;
    for (std::size_t k = 0; k < count; ++k)
      layer.offsets.push_back(2.0 * std::numbers::pi * direct::random_uniform(seed, direct::RandomStream::phases, k));
    return layer;
  }

  // With the same directions, angles of deviation 1, and the kink at a row.
  Layer rectified_units(Layer layer) const {
    const Matrix inputs = centred(empty_basis(Unit::rectified), choice_.inputs);
    for (std::size_t k = 0; k < layer.size(); ++k) {
      const Eigen::ArrayXd angles = view(inputs) * view(std::as_const(layer.weights).column(k));
      const double deviation = std::max(std::sqrt((angles - angles.mean()).square().mean()), 1e-6);
      view(layer.weights.column(k)) /= deviation;
      const std::size_t row = direct::random_bits(1, direct::RandomStream::trained, k) % choice_.size();
      layer.offsets[k] = -angles[static_cast<Eigen::Index>(row)] / deviation;
    }
    return layer;
  }

  // Of several lengths, for the choice among them to tell which suits.
  static Layer random_outputs(std::size_t num_hidden, std::uint64_t seed) {
    constexpr double lengths[] = {0.5, 1.0, 2.0};
    Layer layer{Matrix(num_hidden, num_candidates), {}};
    for (std::size_t k = 0; k < num_candidates; ++k) {
      const double deviation = lengths[k % 3] * std::sqrt(2.0 / static_cast<double>(num_hidden));
      for (std::size_t h = 0; h < num_hidden; ++h)
        layer.weights(h, k) =
            deviation * direct::random_normal(seed, direct::RandomStream::trained, k * num_hidden + h);
      layer.offsets.push_back(2.0 * std::numbers::pi * direct::random_uniform(seed, direct::RandomStream::phases, k));
    }
    return layer;
  }

  TwoLayers start(const Split& split, bool from_single) const {
    TwoLayers basis = empty_basis(split.unit);
    basis.first = from_single ? chosen_cosines(split.num_hidden) : random_cosines(split.num_hidden);
    if (split.unit == Unit::rectified) basis.first = rectified_units(std::move(basis.first));
    basis.second = random_outputs(split.num_hidden, from_single ? 2 : 3);
    const Matrix features = features_of(basis, choice_.inputs);
    const std::vector<std::size_t> units =
        chosen_columns(part(features, 0, basis.first_output()), part(features, basis.first_output(), num_candidates),
                       choice_.targets, split.num_outputs);
    basis.second = chosen_units(basis.second, units);
    return basis;
  }

  // At the variances of the best evidence.
  TwoLayerFit judged(TwoLayers basis, const direct::SplitRows& rows, const direct::Variances& start) const {
    const direct::SecondMoments moments = moments_of(features_of(basis, rows.training.inputs), rows.training.targets);
    const direct::Variances variances = direct::maximise_evidence(moments, start, {.max_factorisations = 10}).variances;
    TwoLayerFit result{std::move(basis), variances, {}};
    const std::optional<Regression> fit = regression(moments, variances);
    if (!fit) return result;
    Matrix solved(moments.num_features(), rows.held_out.size());
    view(solved) = view(features_of(result.basis, rows.held_out.inputs)).transpose();
    const Eigen::ArrayXd errors = view(rows.held_out.targets) - view(solved).transpose() * view(fit->mean);
    direct::solve_lower(fit->factor, solved);
    const Eigen::ArrayXd spread = variances.noise * (1.0 + view(solved).colwise().squaredNorm().transpose().array());
    result.densities.resize(rows.held_out.size());
    view(result.densities) = (-0.5 * (spread.log() + errors.square() / spread)).matrix();
    return result;
  }

  // The best of the start and of what the held-out rows see every few iterations.
  TwoLayerFit trained_on(const direct::SplitRows& rows, const TwoLayers& start, int max_iterations, double work_end) {
    const double b = static_cast<double>(start.num_features());
    TwoLayerFit best = judged(start, rows, {kernel_.noise_variance, 2.0 * kernel_.signal_variance / b});
    TwoLayerEvidence evidence(rows.training, start, best.variances.noise / best.variances.weight, lengthscales_);
    std::vector<double> x = evidence.start(), last = x;
    int best_iteration = 0;
    const auto objective = [&](std::span<const double> at, std::span<double> gradient) {
      last.assign(at.begin(), at.end());
      work_ += training_work(rows.training.size(), start.num_features());
      return evidence(at, gradient);
    };
    const auto check = [&](int iteration, double) {
      const bool is_last = work_ >= work_end;
      if (iteration % iterations_of_a_check != 0 && !is_last) return;
      TwoLayerFit next = judged(evidence.basis(last), rows, {evidence.noise_variance(), evidence.weight_variance()});
      if (next.score() > best.score()) {
        best = std::move(next);
        best_iteration = iteration;
      }
      if (is_last || iteration - best_iteration >= patience) throw EndOfTraining();
    };
    try {
      direct::minimise_lbfgs(objective, x, {.max_iterations = max_iterations, .history = 20, .each_iteration = check});
    } catch (const EndOfTraining&) {
    }
    return best;
  }

  direct::SplitRows split_, trial_;
  direct::MetricRows choice_;
  const direct::MetricKernel& kernel_;
  const direct::FeatureMap& single_;
  std::vector<double> lengthscales_;
  double work_ = 0.0;
};

}  // namespace bench
