// SPDX-License-Identifier: MIT
// Features and targets -> sums. After this stage the number of rows no longer matters: SecondMoments is all
// that a linear model sees of the data. It is a monoid: SecondMoments(b) is zero, merge() is plus.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <direct/data.h>
#include <direct/features.h>
#include <direct/matrix.h>
#include <direct/progress.h>

namespace direct {

// For standardised targets y and features Phi.
struct SecondMoments {
  SecondMoments() = default;
  explicit SecondMoments(std::size_t num_features) : gram(num_features, num_features), feature_target(num_features) {}

  std::size_t num_features() const { return feature_target.size(); }

  std::size_t num_rows = 0;
  Matrix gram;                         // Phi' Phi, both triangles
  std::vector<double> feature_target;  // Phi' y
  double target_square = 0.0;          // y' y

  bool operator==(const SecondMoments&) const = default;
};

void merge(SecondMoments& into, const SecondMoments& other);

// Adds rows block by block. The bytes of the result depend on the blocks, never on the number of threads.
class MomentAccumulator {
 public:
  explicit MomentAccumulator(std::size_t num_features) : sums_(num_features) {}
  void add(const Matrix& features, std::span<const double> targets);
  SecondMoments finish() &&;

 private:
  SecondMoments sums_;  // only the lower triangle of gram is kept up to date
};

// Variances of the noise and of the prior of a weight, of the standardised target.
struct Variances {
  double noise = 1.0;
  double weight = 1.0;
};

// All that turns a row of a file into a row of features. Statistics may be merged when this is the same.
struct Preparation {
  Schema schema;
  Scaling scaling;
  FeatureMap features;
  Variances pilot;  // from the pilot rows: the paper's protocol
};

// Which accumulator a row belongs to; a negative number skips the row.
using RowGroup = std::function<int(std::size_t row)>;

struct Accumulation {
  std::vector<SecondMoments> groups;
  std::vector<std::string> warnings;
  double read_seconds = 0.0, features_seconds = 0.0, sums_seconds = 0.0;
};

// One pass over the data: the statistics of each of `num_groups` groups of rows.
Accumulation accumulate(const Dataset& dataset, const Preparation& preparation, int num_groups, const RowGroup& group,
                        const Progress& progress = {});
// The same with one group that holds every row.
Accumulation accumulate(const Dataset& dataset, const Preparation& preparation, const Progress& progress = {});

}  // namespace direct
