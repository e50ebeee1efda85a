// SPDX-License-Identifier: MIT
// What trained features minimise: minus the log evidence of a regression on a constant, the inputs and cosines, by the
// cosines' frequencies and phases.
#pragma once

#include <span>
#include <vector>

#include <direct/features.h>

#include "features/basis_evidence.h"
#include "features/block_evidence.h"

namespace direct {

// Variables are the angles per lengthscale of each cosine (num_inputs for each), then its phases as angles, then the
// logarithm of the ratio of noise to weight variance over the number of rows.
class TrainedEvidence {
 public:
  // `start` is a trained map in floating point, `lambda` the ratio of noise to weight variance. A frequency of one
  // radian per lengthscale is a deviation of its prior.
  TrainedEvidence(const MetricRows& rows, const FeatureMap& start, double lambda, std::span<const double> lengthscales);

  const std::vector<double>& start() const { return start_; }
  FeatureMap map(std::span<const double> x) const;

  // Per row, with the prior; infinity where the evidence has no value.
  double operator()(std::span<const double> x, std::span<double> gradient);
  // At the last call.
  double noise_variance() const { return evidence_.noise_variance(); }
  double weight_variance() const { return evidence_.weight_variance(); }

 private:
  void fill_features(std::size_t chunk, const Matrix& frequencies, std::span<const double> phases);
  void add_derivatives(std::size_t chunk, Matrix& by_frequencies, std::vector<double>& by_phases);

  std::size_t num_inputs_, num_cosines_;
  std::vector<double> lengthscales_, centres_, scales_, root_weights_, start_;
  BasisEvidence evidence_;
  std::vector<Matrix> inputs_, sines_;  // centred inputs of each chunk; sines times the roots of the weights
};

}  // namespace direct
