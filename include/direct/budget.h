// SPDX-License-Identifier: MIT
// The best model that a chip has room and time for: trained and chosen features, their number, levels and deviations,
// cross-validated as the chip computes them, each in the forms that take the least flash and the fewest instructions.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <direct/deploy.h>

namespace direct {

// Of a prediction; 0: whatever it takes.
struct Budget {
  std::size_t flash_bytes = 0, ram_bytes = 0, instructions = 0;

  bool holds(const DeviceCost& cost) const;
};

// What each of these forms takes on the chip, as its compiler and emulator tell; nothing without them.
using MeasureForms = std::function<std::optional<std::vector<DeviceCost>>(
    const IntegerModel& model, const std::vector<DeviceForm>& forms, Chip chip)>;

struct BudgetOptions {
  Budget budget;
  Chip chip = Chip::cortex_m3;
  std::vector<FeatureKind> features{FeatureKind::trained, FeatureKind::fourier};
  std::vector<std::size_t> num_features{8, 16, 32, 64,
                                        128};  // cosines that are trained; of 2000, those that are chosen
  std::vector<std::size_t> levels{3, 15};
  std::vector<std::size_t> draws{4, 8};  // deviations that the chip has
  CrossValidationOptions cv{.folds = 3};
  MeasureForms measure = {};  // else bounds
};

struct BudgetPoint {
  FeatureKind features = FeatureKind::trained;
  std::size_t num_features = 0, levels = 0, draws = 0;
  Aim aim = Aim::balance;  // what `form` is the best for
  DeviceForm form;
  DeviceCost cost;  // on the first fold
  bool is_measured = false;
  FoldSpread rmse, nll, coverage;  // of test rows, as the chip predicts them; coverage: of the intervals at 0.9
  bool trusted = true;             // no fold has a warning about its intervals
  bool on_frontier = false;        // no other is as good in nll, flash and instructions, and better in one of them
};

struct BudgetSearch {
  std::vector<BudgetPoint> points;  // all are within the budget; by flash
  std::size_t best = 0;             // of the least nll, among those that can be trusted if there are any
  std::size_t num_rows = 0, num_folds = 0;
  std::vector<std::string> notes;
  double seconds = 0.0;
};

// The features, levels and deviations of the options take the place of those in `fit`. Throws Error(usage) where
// nothing is within the budget, with what the smallest model takes.
BudgetSearch search_within(const Dataset& dataset, const FitOptions& fit, const BudgetOptions& options);

}  // namespace direct
