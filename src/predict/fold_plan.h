// SPDX-License-Identifier: MIT
// Which rows test which fold.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <direct/evaluate.h>

namespace direct {

class FoldPlan {
 public:
  // Random folds are stratified by these classes, if there are any. Checks that the masks, if any, fit the number of
  // rows and that every fold has rows to test and rows to learn from.
  FoldPlan(const CrossValidationOptions& options, std::size_t num_rows, std::uint64_t seed,
           const std::vector<bool>& is_second_class = {});

  std::size_t num_folds() const { return masks_.size(); }
  std::size_t num_rows() const { return masks_.front().size(); }
  bool tests(std::size_t fold, std::size_t row) const { return masks_[fold][row]; }

  // The one fold that tests the row; num_folds() for a row that no fold tests. Throws Error(data) when masks overlap.
  std::vector<int> fold_of_rows() const;

 private:
  std::vector<std::vector<bool>> masks_;
  std::string source_;
};

}  // namespace direct
