// SPDX-License-Identifier: MIT
// q: a mixture of products of categorical distributions over the weights, times one over the noise variance,
// and the trained model that carries it, which is what a .direct file holds.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <direct/fit_options.h>
#include <direct/matrix.h>
#include <direct/model.h>
#include <direct/network.h>
#include <direct/statistics.h>

namespace direct {

struct Posterior {
  std::vector<double> log_component_weights;
  std::vector<Matrix> log_probabilities;  // per component, num_levels x num_features
  std::vector<double> noise_log_probabilities;

  std::size_t num_components() const { return log_component_weights.size(); }
};

// Whether a component is certain of every weight: a single weight vector.
bool is_point_mass(const Matrix& log_probabilities);

struct WeightMoments {
  std::vector<double> means, variances;
};

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
};

// Split conformal intervals: mean -+ scale * std_total, from held-out rows that the model has not seen. scales[k - 1]
// is the ceil((num_rows + 1) k / 1000)-th smallest |y - mean| / std_total, for every k for which there is one: an
// interval at level k / 1000 holds a new target, exchangeable with the held-out ones, with at least that probability.
struct Calibration {
  std::size_t num_rows = 0;
  std::vector<double> scales;  // not decreasing

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
