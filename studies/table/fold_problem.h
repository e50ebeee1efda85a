// SPDX-License-Identifier: MIT
// Training and test rows in the paper's protocol (appendix E): Fourier features of a kernel with lengthscales, weight
// variance and noise variance from the marginal likelihood of min(n, 1000) pilot rows; all three stay fixed.
#pragma once

#include <direct/fit.h>

#include <cstdint>
#include <optional>

#include "harness/clocks.h"
#include "harness/data_sets.h"
#include "harness/encoded_rows.h"

namespace study {

struct TableOptions {
  std::size_t num_features = 2000;
  std::size_t num_levels = 15;
  int max_iterations = 1000;  // of each optimiser; REPARAM takes ten times as many from 3000 rows on
  std::uint64_t seed = 0;
};

struct FoldProblem {
  direct::Preparation preparation;
  direct::Statistics statistics;
  direct::SecondMoments moments;
  direct::WeightPrior prior;  // Gaussian on linspace(-3 sigma_w, 3 sigma_w, num_levels)
  direct::NoisePrior noise;   // one value
  direct::Dataset train, test;
  TableOptions options;
  Elapsed prepare_time, statistics_time;
};

direct::FitOptions paper_options(const TableOptions& options);
FoldProblem fold_problem(direct::Dataset train, direct::Dataset test, const TableOptions& options);
FoldProblem fold_problem(const FoldedSet& set, std::size_t fold, const TableOptions& options);

}  // namespace study
