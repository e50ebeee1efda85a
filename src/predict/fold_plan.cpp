// SPDX-License-Identifier: MIT
#include "predict/fold_plan.h"

#include <algorithm>

#include <direct/error.h>

namespace direct {
namespace {

std::vector<std::vector<bool>> masks_of(const std::vector<int>& folds, int num_folds) {
  std::vector<std::vector<bool>> masks(static_cast<std::size_t>(num_folds), std::vector<bool>(folds.size(), false));
  for (std::size_t row = 0; row < folds.size(); ++row) masks[static_cast<std::size_t>(folds[row])][row] = true;
  return masks;
}

std::vector<int> drawn_folds(int num_folds, std::size_t num_rows, std::uint64_t seed,
                             const std::vector<bool>& is_second_class) {
  return is_second_class.empty() ? random_folds(num_rows, num_folds, seed)
                                 : stratified_folds(is_second_class, num_folds, seed);
}

}  // namespace

FoldPlan::FoldPlan(const CrossValidationOptions& options, std::size_t num_rows, std::uint64_t seed,
                   const std::vector<bool>& is_second_class)
    : masks_(options.fold_masks.empty()
                 ? masks_of(drawn_folds(options.folds, num_rows, seed, is_second_class), options.folds)
                 : read_fold_masks(options.fold_masks)),
      source_(options.fold_masks) {
  for (std::size_t k = 0; k < masks_.size(); ++k) {
    if (masks_[k].size() != num_rows)
      throw Error(ErrorKind::data, source_ + ": has " + std::to_string(masks_[k].size()) + " rows; the data have " +
                                       std::to_string(num_rows));
    const auto tested = std::count(masks_[k].begin(), masks_[k].end(), true);
    if (tested == 0 || static_cast<std::size_t>(tested) == num_rows)
      throw Error(ErrorKind::data, source_ + ": fold " + std::to_string(k) + " has " + std::to_string(tested) +
                                       " test rows of " + std::to_string(num_rows) +
                                       "; expected some rows to test and some to learn from");
  }
}

std::vector<int> FoldPlan::fold_of_rows() const {
  std::vector<int> folds(masks_.front().size(), static_cast<int>(masks_.size()));
  for (std::size_t row = 0; row < folds.size(); ++row) {
    int count = 0;
    for (std::size_t k = 0; k < masks_.size(); ++k) {
      if (!masks_[k][row]) continue;
      folds[row] = static_cast<int>(k);
      ++count;
    }
    if (count > 1)
      throw Error(ErrorKind::data,
                  source_ + ": row " + std::to_string(row) + " is tested by " + std::to_string(count) +
                      " folds; overlapping masks are for folds that learn for themselves, without `shared`");
  }
  return folds;
}

}  // namespace direct
