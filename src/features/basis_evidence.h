// SPDX-License-Identifier: MIT
// The log evidence of a Bayesian regression on any features, and its derivatives by every feature of every row: what
// training a basis needs (docs/mathematics.md, "Trained features"). Rows are held in chunks, whose number depends on
// the rows alone, so that sums have the same bits for any number of threads.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <direct/matrix.h>

namespace direct {

struct RowChunk {
  std::size_t first = 0, count = 0;
};

std::vector<RowChunk> row_chunks(std::size_t num_rows);

// With lambda = noise variance / weight variance, A = Phi' Phi + lambda I and m = A^-1 Phi' y, minus the log evidence
// is
//   n/2 log(S / n) + 1/2 log |A| - b/2 log lambda,  S = y'y - y'Phi m,
// but for a constant, at the best noise variance S / n; where the noise variance is known to be 1, S / 2 stands in the
// place of the first term.
class BasisEvidence {
 public:
  BasisEvidence(std::vector<double> targets, std::size_t num_features, bool is_noise_known);

  std::size_t num_rows() const { return targets_.size(); }
  std::size_t num_features() const { return num_features_; }
  const std::vector<RowChunk>& chunks() const { return chunks_; }
  Matrix& features(std::size_t chunk) { return features_[chunk]; }  // rows of the chunk x num_features, to be filled

  // Nothing where A has no Cholesky factor.
  std::optional<double> value(double log_lambda);
  // After value(): Phi A^-1 - r m' / noise for the rows of a chunk, and the derivative by log lambda.
  void derivative(std::size_t chunk, Matrix& by_features) const;
  double derivative_by_log_lambda() const;
  // After value(): A^-1 becomes what derivative() needs.
  void invert();

  double noise_variance() const { return noise_; }
  double weight_variance() const { return noise_ / lambda_; }

 private:
  void sum_moments();

  std::vector<double> targets_;
  std::size_t num_features_;
  bool is_noise_known_;
  std::vector<RowChunk> chunks_;
  std::vector<Matrix> features_, chunk_grams_;
  Matrix gram_, inverse_, workspace_;
  std::vector<double> feature_target_, mean_;
  double target_square_ = 0.0, noise_ = 1.0, lambda_ = 1.0;
};

}  // namespace direct
