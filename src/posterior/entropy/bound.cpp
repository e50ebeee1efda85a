// SPDX-License-Identifier: MIT
#include <direct/entropy.h>
#include <direct/error.h>

namespace direct {

double entropy_bound(const Posterior& posterior) { return pairwise_entropy(posterior); }

// Placeholders until the branch of the entropies is merged.
double taylor_entropy(const Posterior&, const Matrix&, TaylorScale, MixtureGradient*, Matrix*) {
  throw Error(ErrorKind::usage, "not merged yet");
}
Matrix log_marginals(const Posterior&) { throw Error(ErrorKind::usage, "not merged yet"); }
StratifiedSamples stratified_samples(const Posterior&, std::size_t, std::uint64_t, std::uint64_t) {
  throw Error(ErrorKind::usage, "not merged yet");
}
Estimate sampled_entropy(const Posterior&, const StratifiedSamples&, MixtureGradient*) {
  throw Error(ErrorKind::usage, "not merged yet");
}
double surrogate_entropy(const Posterior&, const StratifiedSamples&, MixtureGradient*) {
  throw Error(ErrorKind::usage, "not merged yet");
}
Estimate sampled_log_prior(const Posterior&, const WeightPrior&, const std::vector<std::vector<double>>&,
                           const StratifiedSamples&, MixtureGradient*) {
  throw Error(ErrorKind::usage, "not merged yet");
}

}  // namespace direct
