// SPDX-License-Identifier: MIT
// What a model of fewer bytes costs: a grid over the number of features, the levels and the sparsity, every point of it
// cross-validated. Each fold is prepared once and summed up in one pass over its training rows, for all points; shared,
// one preparation and one pass serve all folds.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <direct/evaluate.h>

namespace direct {

struct TuneOptions {
  std::vector<std::size_t> levels{3, 7, 15};
  // Of Fourier features: multiples of 4, or in floating point of 2. Empty: FitOptions::num_features (of auto: what the
  // rows of the first fold pay for), a half, a quarter and an eighth of it. Of trained features: cosines; empty: 8, 16,
  // 32 and 64. Other features are as many as the data have.
  std::vector<std::size_t> num_features{};
  std::vector<double> sparsity{0.0, 0.5, 0.9};  // targets; 0 asks for nothing
  CrossValidationOptions cv{.folds = 3};
};

// Scores are those of the test rows.
struct TunePoint {
  std::size_t num_features = 0, levels = 0;
  double target_sparsity = 0.0;
  FoldSpread rmse, nll, coverage;                  // coverage: of the intervals at 0.9
  double sparsity = 0.0, zero_codes = 0.0;         // means over the folds
  std::size_t num_active_features = 0, bytes = 0;  // the most of any fold
  bool converged = true;                           // in every fold
  bool trusted = true;                             // no fold has a warning about its intervals
  bool on_frontier = false;  // no other point is as good or better in rmse, nll and bytes, and better in one of them
  double seconds = 0.0;      // of its fits and evaluations
};

// Weights of full precision with so many features in floating point; and, where those of the points are integers, on
// these. Means over the folds. What the codes of features cost is the difference of the two; what the codes of weights
// cost is the rest of what a point is worse.
struct FullPrecision {
  std::size_t num_features = 0;
  double rmse = 0.0, nll = 0.0;
  std::optional<double> integer_rmse = {}, integer_nll = {};
};

struct Tuning : Report {
  std::vector<TunePoint> points;              // by bytes
  std::vector<FullPrecision> full_precision;  // for each number of features of the points
  // Points of the frontier: that of the least nll, and the smallest of those that can be trusted and whose rmse is
  // within 2 % of the least (of all, where none can be trusted).
  std::size_t best = 0, smallest = 0;
  FeatureKind features = FeatureKind::fourier;
  std::size_t num_rows = 0, num_folds = 0;
  std::string leakage;  // as in CrossValidation
};

// That with as many features as the point.
const FullPrecision& full_precision(const Tuning& tuning, const TunePoint& point);

// Throws Error(usage), for the combination of options that a fit would refuse or that has nothing to vary.
void check(const FitOptions& options, const TuneOptions& tune);

// The grid replaces num_features, levels and target_sparsity of the options.
Tuning tune(const Dataset& dataset, const FitOptions& options, const TuneOptions& tune = {});

// Bytes that the weights take on a device. Draws are so many vectors of codes, of the active features only; any other
// posterior counts as 20 samples. A code takes 2 bits of up to 4 levels, 3 of up to 8, 4 of up to 16, else 8. A learned
// grid adds for each active feature a centre (2 bytes), a shift (1) and a step (4), of which shared grids have one
// shift and one step; levels from a file add 4 bytes each.
std::size_t weight_bytes(const TrainedModel& model);
std::size_t packed_code_bits(std::size_t num_levels);

}  // namespace direct
