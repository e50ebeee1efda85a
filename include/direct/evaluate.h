// SPDX-License-Identifier: MIT
// How good predictions are: scores of rows with known targets, calibration, cross-validation.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <direct/fit.h>
#include <direct/likelihood.h>
#include <direct/predict.h>

namespace direct {

struct EvaluateOptions {
  bool use_calibration = true;  // the model's, if it has one
  int threads = 0;
  Progress progress = {};
};

// Scales from rows the model has not seen: split conformal prediction.
Calibration calibrate(const TrainedModel& model, const Dataset& held_out, const EvaluateOptions& options = {});

// How many of the pilot rows, which the model file keeps of the training rows, are among these rows, bit for bit.
struct TrainedRows {
  std::size_t num_pilot_rows = 0, num_found = 0;
  double num_expected = 0.0;  // to be found among so many rows if all of them are training rows
};
TrainedRows trained_rows(const TrainedModel& model, const Dataset& dataset);
// More than half of those to be expected were found: most rows are such that the model was trained on.
bool are_training_rows(const TrainedRows& rows);

struct Yardstick {
  double rmse = 0.0, nll = 0.0, crps = 0.0;
};

// Full precision loses this on integer features, against the same features in floating point.
// Judged on pilot rows, each predicted from all the others.
struct FeatureCost {
  std::size_t num_rows = 0;
  double rmse_ratio = 1.0;
  double nll = 0.0;  // nats per row
};

// Of an interval that is asked to hold a target with this probability.
struct IntervalScore {
  double coverage = 0.0;  // share of the targets inside
  double width = 0.0;     // mean
  double winkler = 0.0;   // mean of the width plus 2 / (1 - level) times the distance of a target outside
  bool calibrated = false;
};

struct ReliabilityPoint {
  double level = 0.0, coverage = 0.0;
};

// Of classes.
struct CalibrationBin {
  double lower = 0.0, upper = 0.0;             // of the predicted probability of the second class
  std::size_t num_rows = 0;                    // with a probability in [lower, upper)
  double mean_probability = 0.0, share = 0.0;  // predicted, and of the rows that are of the second class
};
struct ClassScores {
  double log_loss = 0.0;  // nats per row
  double brier = 0.0, accuracy = 0.0;
  double auc = 0.5;                         // area under the ROC curve, ties counted half; NaN for one class
  double calibration_error = 0.0;           // mean |mean_probability - share| over the rows, by their bins
  std::vector<CalibrationBin> calibration;  // ten
};

struct Evaluation {
  ModelKind model = ModelKind::linear;
  Likelihood likelihood;
  std::size_t num_rows = 0;
  double rmse = 0.0, mae = 0.0;
  double nll = 0.0;   // nats per row in the units of the target: the mean of the exact -log density
  double crps = 0.0;  // mean continuous ranked probability score; of gaussian only, as are pinball and pit_histogram
  double deviance = 0.0;               // of counts and positive numbers: mean unit deviance of the predicted means
  std::optional<ClassScores> classes;  // of classes: then all that is here beside them is rmse, mae, nll and sparsity
  std::map<std::string, IntervalScore> intervals;  // "0.5", "0.9", "0.95"
  std::map<std::string, double> pinball;           // mean loss of the quantiles "0.05", "0.25", "0.5", "0.75", "0.95"
  std::vector<double> pit_histogram;               // share of the targets in each tenth of their distributions
  std::vector<ReliabilityPoint> reliability;       // of the intervals
  double sparsity = 0.0;
  std::size_t num_active_features = 0;
  // The full-precision companion, when the model has its statistics; of a network, a regression on the same products of
  // inputs.
  std::optional<Yardstick> yardstick;
  std::optional<FeatureCost> feature_codes;    // of integer features, where the model has pilot rows
  std::optional<LevelsReport> levels;          // of an ensemble
  std::vector<std::string> interval_warnings;  // why the intervals cannot be trusted
  std::vector<std::string> warnings;
};

Evaluation evaluate(const TrainedModel& model, const Dataset& dataset, const EvaluateOptions& options = {});

struct CrossValidationOptions {
  int folds = 10;
  std::string fold_masks = {};  // a file; replaces `folds`
  // Every fold learns scaling, features and hyperparameters from its own training rows; column types and category
  // names alone are those of all rows. Shared, one pass over all rows learns them, so they have seen the test rows.
  bool shared = false;
};

struct FoldResult {
  Evaluation evaluation;
  FitReport report;
};

struct CrossValidation : Report {
  std::vector<FoldResult> folds;
  std::string leakage;  // what the folds have seen of their test rows, in words; empty if nothing
  std::vector<std::string> warnings;
};

// The leakage of CrossValidationOptions::shared, in words.
std::string shared_leakage();

// Of one score over folds; the deviation is that of n - 1, NaN for one fold.
struct FoldSpread {
  double mean = 0.0, std = 0.0;
};
FoldSpread fold_spread(std::span<const double> scores);

CrossValidation cross_validate(const Dataset& dataset, const FitOptions& options, const CrossValidationOptions& cv);

}  // namespace direct
