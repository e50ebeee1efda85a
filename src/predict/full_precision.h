// SPDX-License-Identifier: MIT
// Full precision for each number of features that tune() tries, on integer features and on float ones.
#pragma once

#include <optional>
#include <vector>

#include <direct/tune.h>

namespace direct {

// Sums of float features for statistics of integer ones: the same rows, in one more pass. None where the features of
// the preparation are no integers.
struct FloatProblem {
  Preparation preparation;
  SecondMoments moments;
};

// The preparation with its features in floating point; none where they are no integers.
std::optional<Preparation> float_preparation(const Preparation& preparation);

// Scores fold by fold.
class FullPrecisionTrials {
 public:
  // `model` gives the prior and the noise, `integers` the sums that it was fitted to. Nothing is done where this fold
  // has been scored with so many features, as the points count them, before.
  void add(std::size_t fold, std::size_t num_features, const TrainedModel& model, const Statistics& integers,
           const FloatProblem* floats, const Dataset& test, const Progress& progress);
  std::vector<FullPrecision> result() const;

 private:
  struct Trial {
    std::size_t num_features = 0, num_folds = 0;
    std::vector<double> rmse = {}, nll = {}, integer_rmse = {}, integer_nll = {};
  };
  Trial& trial_of(std::size_t num_features);

  std::vector<Trial> trials_;
};

}  // namespace direct
