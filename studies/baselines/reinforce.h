// SPDX-License-Identifier: MIT
// REINFORCE: the gradient of the ELBO by the logits of a mean-field posterior, from samples of the weights and the
// noise variance. With f = log p(y, w, noise) - log q(w, noise) of each sample it is the mean of (f - baseline) times
// the gradient of log q: unbiased for every baseline that does not depend on the sample itself.
#pragma once

#include <direct/elbo.h>

#include <cstdint>
#include <functional>
#include <random>
#include <vector>

namespace study {

// ||y - Phi w||^2 of each column w.
using SquareErrors = std::function<std::vector<double>(const direct::Matrix& weights)>;
// O(b^2) a sample, whatever the number of rows: what the paper's REINFORCE did not have.
SquareErrors square_errors_from_statistics(const direct::SecondMoments& statistics);
// O(n b) a sample: full-batch training, as in the paper.
SquareErrors square_errors_from_rows(const direct::Matrix& features, const std::vector<double>& targets);

// none: plain REINFORCE. others: of a sample, the mean of f over the other samples; where there is but one sample, the
// mean of f over the iterations so far, recent ones counting more.
enum class Baseline { none, others };

struct ReinforceProblem {
  double num_rows = 0.0;
  SquareErrors square_errors;
  const direct::WeightPrior& prior;
  const direct::NoisePrior& noise;
};

struct Logits {
  direct::Matrix weights;  // num_levels x num_features
  std::vector<double> noise;
};

direct::Posterior posterior_of(const Logits& logits);

class ReinforceGradient {
 public:
  ReinforceGradient(const ReinforceProblem& problem, std::size_t samples, Baseline baseline, std::uint64_t seed);

  Logits operator()(const Logits& logits);  // an estimate, of other samples at every call

 private:
  struct Samples;
  Samples draw(const Logits& probabilities);
  std::vector<double> advantages(const std::vector<double>& values);

  const ReinforceProblem& problem_;
  std::size_t samples_;
  Baseline baseline_;
  std::mt19937_64 generator_;
  double running_mean_ = 0.0;
  bool has_history_ = false;
};

}  // namespace study
