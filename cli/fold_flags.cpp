// SPDX-License-Identifier: MIT
#include "fold_flags.h"

#include "option_flags.h"

namespace direct {

void add_fold_flags(Flags& flags, CrossValidationOptions& cv) {
  flags.group("Folds");
  flags.number("--folds", "K", cv.folds, "random folds, drawn by --seed");
  flags.text("--fold-masks", "FILE", cv.fold_masks, "CSV of 0 and 1: which rows test which fold");
  flags.exclude("--fold-masks", "--folds");
  flags.accept("--per-fold", "learn scaling, features and hyperparameters in each fold, which is the default");
  flags.on("--shared", cv.shared, "learn them once, from all rows, test rows included: faster, somewhat optimistic");
  flags.exclude("--shared", "--per-fold");
}

std::string leakage_text(const std::string& leakage) {
  return leakage.empty() ? "" : "note: " + with_flags(leakage) + "\n";
}

}  // namespace direct
