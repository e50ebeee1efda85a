// SPDX-License-Identifier: MIT
// The likelihood of rows beyond Gaussian noise, as the ELBO sees it: one pass over the rows for each posterior.
#pragma once

#include <direct/elbo.h>

#include "fit/logits.h"
#include "fit/row_source.h"
#include "likelihoods/family.h"
#include "models/weight_law.h"

namespace direct {

class RowModel {
 public:
  // Makes a pass to sum up the targets. `source` must outlive it.
  RowModel(RowSource& source, const RowLikelihood& likelihood);

  double num_rows() const { return targets_.weight; }  // the sum of their weights
  RowSource& source() const { return source_; }
  Likelihood likelihood() const { return likelihood_.likelihood; }

  ExpectedLikelihood expected_likelihood(const WeightPrior& prior, const NoisePrior& noise, const Posterior& posterior,
                                         bool wants_gradient) const;
  // The same for an ensemble at its points, without the cells about them. Requires: posterior.deviations.
  ExpectedLikelihood likelihood_at_levels(const WeightPrior& prior, const NoisePrior& noise,
                                          const Posterior& posterior) const;
  // The same estimated from some rows only, which stand for all.
  ExpectedLikelihood estimated_likelihood(const PreparedRows& batch, const WeightPrior& prior, const NoisePrior& noise,
                                          const Posterior& posterior) const;
  double elbo(const WeightPrior& prior, const NoisePrior& noise, const Posterior& posterior) const;

 private:
  RowSource& source_;
  RowLikelihood likelihood_;
  TargetSums targets_;
};

SearchProblem search_problem(const RowModel& model, const WeightPrior& prior, const NoisePrior& noise);

}  // namespace direct
