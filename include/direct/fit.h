// SPDX-License-Identifier: MIT
// From data or statistics to a trained model.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <direct/data.h>
#include <direct/fit_options.h>
#include <direct/posterior.h>
#include <direct/progress.h>
#include <direct/report.h>
#include <direct/words.h>

namespace direct {

struct TracePoint {
  std::string start;
  int iteration = 0;
  double elbo = 0.0;
};

// What became of an exact draw of the full-precision posterior on the grid: rounded, rounded and improved, or replaced
// by the mean-field posterior because the grid cannot hold it.
enum class DrawFate { kept, refined, replaced };
constexpr auto words(DrawFate) {
  return std::array{Word{"kept", DrawFate::kept}, Word{"refined", DrawFate::refined},
                    Word{"replaced", DrawFate::replaced}};
}
struct DrawReport {
  DrawFate fate = DrawFate::kept;
  double distortion = 0.0;  // (w - draw)' G (w - draw) / (n sigma^2) of the point of the grid, also of one replaced
};

// What sparsity costs on the training rows: the fit minus the same fit without it. From the statistics alone.
struct Price {
  double elbo = 0.0;
  double rmse = 0.0;  // at the weights' means, in units of the target
  double nll = 0.0;   // nats per row: the expected -log density under the posterior
};

// Notes: a widened support, a constant target.
struct FitReport : Report {
  double elbo = 0.0;
  bool converged = false;
  std::string stop_reason;  // "converged", "max_iterations", "line_search"
  int iterations = 0;
  std::string start;           // the start that won: "companion", "lattice", "prior", "lbfgs"
  double gradient_norm = 0.0;  // of the ELBO by the logits of q
  std::vector<TracePoint> trace;
  std::vector<DrawReport> draws;        // of --posterior draws
  std::optional<double> rounding_cost;  // of deviations: nats per row on unseen rows
  std::optional<Price> price;           // where max_active_features or target_sparsity ask for something
};

struct PosteriorFit {
  Posterior posterior;
  FitReport report;
};

// The levels of --support @FILE: a line of increasing numbers v1,v2,... for each weight, as many on every line. Throws
// Error(data).
Matrix read_support(const std::string& path);

// The posterior for a fixed prior: the innermost call, without data or hyperparameters.
PosteriorFit fit_posterior(const SecondMoments& statistics, const WeightPrior& prior, const NoisePrior& noise,
                           const FitOptions& options);

struct Training {
  TrainedModel model;
  FitReport report;
};

// Schema, scaling, features and pilot hyperparameters, from one pass over the data.
struct Prepared : Report {
  Preparation preparation;
  std::size_t num_rows = 0;
};
Prepared prepare(const Dataset& dataset, const FitOptions& options);

struct Gathered : Report {
  PreparedStatistics statistics;
};

// The statistics of a data set: prepare(), unless a preparation is given, and one more pass. Several ranks share the
// passes; rank 0 gets the sum, the others empty statistics.
Gathered gather(const Dataset& dataset, const FitOptions& options, const Preparation* like = nullptr,
                const Ranks* ranks = nullptr);

// From statistics: Gaussian noise only, else Error(usage).
Training fit(const Statistics& statistics, const Preparation& preparation, const FitOptions& options);
Training fit(const PreparedStatistics& statistics, const FitOptions& options);
// From rows; likelihoods other than gaussian need them, for they are passed over several times. Several ranks share the
// passes; what rank 0 gets is the model.
Training fit(const Dataset& dataset, const FitOptions& options, const Preparation* like = nullptr,
             const Ranks* ranks = nullptr);

struct UpdateOptions {
  double decay = 1.0;  // the rows so far count so many times each
  int threads = 0;
  Progress progress = {};
};

// Statistics of more rows merged with those of the model, and a fit from scratch with the model's own options. Throws
// Error(model) for a slim model.
Training update(const TrainedModel& model, const Dataset& more, const UpdateOptions& options = {});

}  // namespace direct
