// SPDX-License-Identifier: MIT
// The expected cost of rounding an ensemble, in nats per row, on rows that training has not seen.
#pragma once

#include <vector>

#include <direct/matrix.h>
#include <direct/statistics.h>

#include "fit/lattice.h"

namespace direct {

// An ensemble before and after rounding. All matrices are num_features x K.
struct Rounding {
  const Matrix& exact;                      // deviations of the companion
  const Matrix& rounded;                    // the same on the grid
  const std::vector<double>& centre_error;  // centre of the grid minus the companion's mean
};

// A row is judged as if it had been left out of training. With its leverage h the variance of its prediction is
// s = noise / (1 - h); with the rounded ensemble it is s', and the mean is off by m. The cost is
// (log(s' / s) + (s + m^2) / s' - 1) / 2, averaged over the rows and doubled for safety (docs/mathematics.md,
// "Deviations").
class RoundingCost {
 public:
  // `rows`: features of training rows, num_features x rows. Without any, the average training row stands for all.
  RoundingCost(const SecondMoments& statistics, const OrderedCompanion& companion,
               const std::vector<double>& effective_shares, double noise_precision, const Matrix* rows);

  double operator()(const Rounding& rounding) const;

 private:
  struct RowTerms {
    double exact = 0.0, error = 0.0, cross = 0.0;  // means over the deviations of (phi'd)^2, (phi'e)^2, phi'd phi'e
    double bias = 0.0;                             // (phi'centre_error)^2
  };
  std::vector<RowTerms> row_terms(const Rounding& rounding) const;
  RowTerms average_terms(const Rounding& rounding) const;

  const SecondMoments& statistics_;
  double noise_variance_;
  Matrix rows_;                    // of which there are not too many
  std::vector<double> leverages_;  // of them, or one, of the average row
};

}  // namespace direct
