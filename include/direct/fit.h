// SPDX-License-Identifier: MIT
// From data or statistics to a trained model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <direct/data.h>
#include <direct/posterior.h>
#include <direct/progress.h>

namespace direct {

enum class Hyperparameters { evidence, pilot };
enum class Optimizer { automatic, best, ascent, lbfgs };

struct FitOptions {
  FeatureKind features = FeatureKind::fourier;
  std::size_t num_features = 2000;  // of fourier features; the others have as many as the data
  Hyperparameters hyperparameters = Hyperparameters::evidence;
  std::size_t levels = 15;
  std::string support = "auto";  // auto, LO:HI, or a list v1,v2,...
  PriorKind prior = PriorKind::gaussian;
  std::string prior_scale = "auto";  // auto, or the prior's standard deviation
  std::string noise = "auto";        // auto, VALUE, or LO:HI:COUNT; variances in the units of the target squared
  Optimizer optimizer = Optimizer::automatic;
  int max_iterations = 1000;
  double tolerance = 1e-6;  // nats per row
  std::uint64_t seed = 0;
  int threads = 0;  // 0: all cores
  bool slim = false;
  Progress progress = {};
};

// Throws Error(usage) for a value outside its range.
void check(const FitOptions& options);

struct TracePoint {
  std::string start;
  int iteration = 0;
  double elbo = 0.0;
};

struct Seconds {
  double read = 0.0, features = 0.0, statistics = 0.0, hyperparameters = 0.0, fit = 0.0, total = 0.0;
};

struct FitReport {
  double elbo = 0.0;
  bool converged = false;
  std::string stop_reason;  // "converged", "max_iterations", "line_search"
  int iterations = 0;
  std::string start;           // the start that won: "companion", "lattice", "prior", "lbfgs"
  double gradient_norm = 0.0;  // of the ELBO by the logits of q
  std::vector<TracePoint> trace;
  std::vector<std::string> notes;  // one line each: a widened support, a constant target
  Seconds seconds;
};

struct PosteriorFit {
  Posterior posterior;
  FitReport report;
};

// The posterior for a fixed prior: the innermost call, without data or hyperparameters.
PosteriorFit fit_posterior(const SecondMoments& statistics, const WeightPrior& prior, const NoisePrior& noise,
                           const FitOptions& options);

struct Training {
  TrainedModel model;
  FitReport report;
};

// Schema, scaling, features and pilot hyperparameters, from one pass over the data.
struct Prepared {
  Preparation preparation;
  std::size_t num_rows = 0;
  Seconds seconds;
  std::vector<std::string> notes;
};
Prepared prepare(const Dataset& dataset, const FitOptions& options);

Training fit(SecondMoments statistics, const Preparation& preparation, const FitOptions& options);
Training fit(const Dataset& dataset, const FitOptions& options);

}  // namespace direct
