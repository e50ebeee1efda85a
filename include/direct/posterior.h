// SPDX-License-Identifier: MIT
// q: a mixture of products of categorical distributions over the weights, times one over the noise variance,
// and the trained model that carries it, which is what a .direct file holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <direct/fit_options.h>
#include <direct/matrix.h>
#include <direct/model.h>
#include <direct/network.h>
#include <direct/statistics.h>

namespace direct {

// An ensemble about a centre: the weights centre + d and centre - d for each of K deviations d, all equally probable. A
// deviation is a vector of codes, in steps of a learned grid whose code 0 is the centre.
struct Deviations {
  std::size_t num_features = 0;
  std::size_t num_levels = 0;       // odd: codes reach num_levels / 2 either side
  std::vector<std::int16_t> codes;  // num_features of each deviation, one after another

  std::size_t count() const { return num_features == 0 ? 0 : codes.size() / num_features; }
  std::span<const std::int16_t> deviation(std::size_t index) const {
    return std::span(codes).subspan(index * num_features, num_features);
  }
  bool operator==(const Deviations&) const = default;
};

// A mixture of products, or an ensemble of deviations. An ensemble has no tables: its components, which are equally
// probable, are centre + d_0, centre - d_0, centre + d_1 and so on.
struct Posterior {
  std::vector<double> log_component_weights;
  std::vector<Matrix> log_probabilities;  // per component, num_levels x num_features; none of an ensemble
  std::vector<double> noise_log_probabilities;
  std::optional<Deviations> deviations = {};

  std::size_t num_components() const { return log_component_weights.size(); }
};

// Whether a component is certain of every weight: a single weight vector.
bool is_point_mass(const Matrix& log_probabilities);

struct WeightMoments {
  std::vector<double> means, variances;
};

// An ensemble as numbers, num_features x K: the deviations; and num_features x 2 K: the weights of its components.
// Requires: posterior.deviations.
Matrix deviation_weights(const Posterior& posterior, const WeightPrior& prior);
Matrix component_points(const Posterior& posterior, const WeightPrior& prior);

Posterior ensemble_posterior(Deviations deviations, std::vector<double> noise_log_probabilities);

// Levels of each weight: of the table of the prior, or those that the codes of an ensemble may reach.
std::size_t num_levels(const Posterior& posterior, const WeightPrior& prior);

Posterior prior_as_posterior(const WeightPrior& prior, const NoisePrior& noise);
WeightMoments weight_moments(const Posterior& posterior, const WeightPrior& prior);
double noise_variance(const Posterior& posterior, const NoisePrior& noise);   // its posterior mean
double noise_precision(const Posterior& posterior, const NoisePrior& noise);  // E[1 / sigma^2]

// Expected share of weights that are zero, and of weights whose code is num_levels / 2, the middle.
double sparsity(const Posterior& posterior, const WeightPrior& prior);
double zero_codes(const Posterior& posterior, const WeightPrior& prior);

// The features of which some component gives a weight other than zero a positive probability, increasing: the others
// need not be computed.
std::vector<std::size_t> active_features(const Posterior& posterior, const WeightPrior& prior);

// What the fit had to say that stays true of the model; timings do not belong here.
struct FitSummary {
  double elbo = 0.0;
  bool converged = false;
  std::string stop_reason;
  int iterations = 0;
  double num_rows = 0.0;  // the sum of their weights
  std::string protocol;   // of the hyperparameters: "evidence", "pilot" or "given"
  Variances hyperparameters;
  // Expected cost of the few levels of an ensemble on unseen rows, in nats per row.
  std::optional<double> rounding_cost = {};
};

// Split conformal intervals: mean -+ scale * std_total, from held-out rows that the model has not seen. scales[k - 1]
// is the ceil((num_rows + 1) k / 1000)-th smallest |y - mean| / std_total, for every k for which there is one: an
// interval at level k / 1000 holds a new target, exchangeable with the held-out ones, with at least that probability.
struct Calibration {
  std::size_t num_rows = 0;
  std::vector<double> scales;     // not decreasing
  bool on_training_rows = false;  // as far as the pilot rows tell: its promise does not hold then

  bool operator==(const Calibration&) const = default;
};

struct TrainedModel {
  Preparation preparation;
  WeightPrior prior;
  NoisePrior noise;
  Posterior posterior;
  FitSummary summary;
  FitOptions options;                    // an update fits again with them; threads and progress are not kept
  std::optional<Statistics> statistics;  // absent from a slim model
  std::optional<Calibration> calibration = {};
};

// How an ensemble is stored, and what so few levels are expected to cost on unseen rows, in nats per row.
struct LevelsReport {
  int bits = 4;
  std::size_t num_levels = 15;
  double cost = 0.0;
};
std::optional<LevelsReport> levels_report(const TrainedModel& model);  // none for other posteriors

// A cost of rounding, in nats per row, above which intervals are not to be trusted.
inline constexpr double largest_trusted_cost = 0.05;

// Why the intervals of a model cannot be trusted, one sentence each; none where nothing is known against them. Every
// command that shows intervals starts a line with WARNING for each.
std::vector<std::string> interval_warnings(const TrainedModel& model, bool use_calibration = true);

// The network of a model that is one. Throws Error(usage) for any other.
Network network_of(const TrainedModel& model);
std::size_t num_weights(const TrainedModel& model);  // of a linear model: its features

// The file is replaced in one step: never a half file. Throws Error(resource).
void save_model(const TrainedModel& model, const std::string& path);
// Throws Error(model) for anything but a whole, untouched .direct file.
TrainedModel load_model(const std::string& path);

// What a whole, untouched file of ours holds. Throws Error(model) for a file of nobody or a damaged one.
enum class FileKind { model, statistics, draws };
FileKind file_kind(const std::string& path);

}  // namespace direct
