// SPDX-License-Identifier: MIT
// The entropy of a mixture of products, which has no closed form: two bounds from below, and an estimate by samples.
// All of it is that of the weights, in nats; the noise is independent of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <direct/posterior.h>

namespace direct {

// Derivatives by the logarithms of the components' weights and of the probabilities, each taken as a free number. The
// functions below add theirs to what is there.
struct MixtureGradient {
  std::vector<double> component_weights;
  std::vector<Matrix> probabilities;  // per component, num_levels x num_features
};
MixtureGradient zero_gradient(const Posterior& posterior);

// Turns derivatives by the logarithms into those by logits: weights and probabilities are softmax(logits).
void to_logits(const Posterior& posterior, MixtureGradient& gradient);

// Of one product of distributions: exact.
double entropy(const Matrix& log_probabilities);

// sum_i alpha_i (H_i - log sum_l alpha_l BC_il), BC_il the Bhattacharyya coefficient of two components. Never above the
// entropy; equal to it for one component, and for components that share no weight vector.
double pairwise_entropy(const Posterior& posterior, MixtureGradient* gradient = nullptr);

// Theorem 3 about the product distribution `log_center`: 1 - E log a - E[q / a] (`plain`), or with the best multiple of
// a in its place, -E log a - log E[q / a] (`best`), which is never below it and never overflows. Never above the
// entropy; equal to it for one component at a = q. The derivative by log a, as a free number, is added to
// *center_gradient.
enum class TaylorScale { plain, best };
double taylor_entropy(const Posterior& posterior, const Matrix& log_center, TaylorScale scale = TaylorScale::best,
                      MixtureGradient* gradient = nullptr, Matrix* center_gradient = nullptr);

// The log probabilities of each weight by itself: a good center, and the best one for components that are equal.
Matrix log_marginals(const Posterior& posterior);

// The larger of the two bounds, with the marginals as the center.
double entropy_bound(const Posterior& posterior);

// Weight vectors drawn from every component in turn: `per_component` from each, so that the components' weights enter
// exactly. They depend on the seed and the round only, never on the threads.
struct StratifiedSamples {
  std::size_t per_component = 0;
  std::vector<std::uint8_t> codes;  // weight by weight: of weight j, all samples of component 0, then of 1, ...
};
StratifiedSamples stratified_samples(const Posterior& posterior, std::size_t count, std::uint64_t seed,
                                     std::uint64_t round);

struct Estimate {
  double value = 0.0;
  double standard_error = 0.0;
};

// sum_i alpha_i H_i, exactly, plus the mean of log q_i(w) - log q(w) over the samples of component i, which lies
// between 0 and log(1 / alpha_i) on average: nearly all of the variance is gone. The gradient is unbiased.
Estimate sampled_entropy(const Posterior& posterior, const StratifiedSamples& samples,
                         MixtureGradient* gradient = nullptr);

// The paper's way: mean (log q(w) + 1)^2 / 2 at fixed samples, whose gradient is an unbiased estimate of that of minus
// the entropy. Its value means nothing.
double surrogate_entropy(const Posterior& posterior, const StratifiedSamples& samples,
                         MixtureGradient* gradient = nullptr);

// Estimate of E log p(w) of a mixture prior, unbiased with its gradient: sum over the components c of
// responsibilities[i][c] E_i log p_c(w), exactly, for component i of the posterior, and by samples what is left. The
// responsibilities are constants: any of them will do, and good ones leave little to the samples.
Estimate sampled_log_prior(const Posterior& posterior, const WeightPrior& prior,
                           const std::vector<std::vector<double>>& responsibilities, const StratifiedSamples& samples,
                           MixtureGradient* gradient = nullptr);

}  // namespace direct
