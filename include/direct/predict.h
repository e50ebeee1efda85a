// SPDX-License-Identifier: MIT
// Predictions in the units of the target, and how good they are.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <direct/data.h>
#include <direct/fit.h>
#include <direct/posterior.h>

namespace direct {

// std_total^2 = std_model^2 + std_noise^2: what the weights leave open, and what every measurement adds.
struct Predictions {
  std::vector<double> mean, std_model, std_noise, std_total;
};

struct Interval {
  std::vector<double> lower, upper;
};

// Exact mean and variance of the predictive distribution. Safe to use from several threads.
class Predictor {
 public:
  explicit Predictor(const TrainedModel& model);
  Predictions operator()(const Matrix& inputs) const;  // encoded as the model's schema says, not standardised

 private:
  const TrainedModel& model_;
  WeightMoments moments_;
  double noise_variance_;
};

// Central interval of the Gaussian with the predictive moments. Throws Error(usage) unless 0 < level < 1.
Interval gaussian_interval(const Predictions& predictions, double level);

struct Yardstick {
  double rmse = 0.0, nll = 0.0;
};

struct Evaluation {
  std::size_t num_rows = 0;
  double rmse = 0.0, mae = 0.0;
  double nll = 0.0;                        // nats per row in the units of the target
  std::map<std::string, double> coverage;  // share of targets inside the central interval: "0.5", "0.9", "0.95"
  double sparsity = 0.0;
  std::optional<Yardstick> yardstick;  // the full-precision companion, when the model has its statistics
  std::vector<std::string> warnings;
};

Evaluation evaluate(const TrainedModel& model, const Dataset& dataset, int threads = 0, const Progress& progress = {});

struct CrossValidationOptions {
  int folds = 10;
  std::string fold_masks = {};  // a file; replaces `folds`
  bool per_fold = false;        // schema shared; scaling, features and hyperparameters learned in each fold
};

struct FoldResult {
  Evaluation evaluation;
  FitReport report;
};

struct CrossValidation {
  std::vector<FoldResult> folds;
  std::vector<std::string> notes;
  Seconds seconds;
};

CrossValidation cross_validate(const Dataset& dataset, const FitOptions& options, const CrossValidationOptions& cv);

}  // namespace direct
