// SPDX-License-Identifier: MIT
// REPARAM of the paper: weights in full precision with a Gaussian prior, a mean-field Gaussian posterior, and gradients
// of the ELBO by the reparameterisation trick, from samples of the weights and mini-batches of the rows, drawn without
// replacement (all rows, where they are no more than a batch).
//
// w = means + deviations * e, e standard normal. The Kullback-Leibler divergence to the prior is exact, as in Edward,
// which the paper used. Adam works on means and log deviations in units of the prior's deviation, its step falling
// linearly to nothing. It starts from the prior.
#pragma once

#include <direct/statistics.h>

#include <cstdint>
#include <span>
#include <vector>

#include "harness/clocks.h"
#include "harness/encoded_rows.h"

namespace study {

struct GaussianMeanField {
  std::vector<double> means, deviations;
};

struct ReparamProblem {
  const direct::FeatureMap& features;
  const EncodedRows& rows;
  direct::Variances variances;  // both fixed
};

struct ReparamOptions {
  int iterations = 1000;
  std::size_t batch_rows = 100;
  std::size_t samples = 10;
  double step_size = 0.1;  // of Adam, in units of the prior's deviation
  std::uint64_t seed = 0;
};

// Minus the estimate of the ELBO (without -n/2 log 2 pi) at these rows and standard normal numbers (num_features x
// samples), and its gradient by means and log deviations in units of the prior's deviation.
struct ReparamGradient {
  double loss = 0.0;
  std::vector<double> means, log_deviations;
};
ReparamGradient reparam_gradient(const ReparamProblem& problem, const GaussianMeanField& posterior,
                                 std::span<const std::size_t> batch, const direct::Matrix& normals);

GaussianMeanField reparam(const ReparamProblem& problem, const ReparamOptions& options);

// The rule for the step size: of 3, 1, 0.3, ..., 0.001 the three with the highest exact ELBO after a tenth of the
// iterations go on to the end, and the highest final ELBO counts; the time is that of this run alone. Throws
// direct::Error(data) where every one of them breaks down.
struct TunedReparam {
  GaussianMeanField posterior;
  double step_size = 0.0, elbo = 0.0;
  Elapsed time;
};
TunedReparam tuned_reparam(const ReparamProblem& problem, const direct::SecondMoments& statistics,
                           ReparamOptions options);

// Exact, without -n/2 log 2 pi.
double gaussian_elbo(const direct::SecondMoments& statistics, const direct::Variances& variances,
                     const GaussianMeanField& posterior);

// The mean of this many samples of the weights.
std::vector<double> sampled_means(const GaussianMeanField& posterior, int samples, std::uint64_t seed);

}  // namespace study
