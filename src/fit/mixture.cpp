// SPDX-License-Identifier: MIT
#include "fit/mixture.h"

#include <cmath>

#include "algebra/categorical.h"
#include "algebra/random.h"
#include "fit/logits.h"
#include "fit/softmax_adam.h"
#include "fit/softmax_lbfgs.h"

namespace direct {
namespace {

// Far enough that the components of thousands of weights are told apart, and so near that each keeps nearly all of the
// ELBO of mean field.
constexpr double perturbation = 0.1;  // of every logit

Matrix perturbed(const Matrix& log_probabilities, std::uint64_t seed, std::size_t component) {
  Matrix result = log_probabilities;
  for (std::size_t i = 0; i < result.size(); ++i)
    result.data()[i] += perturbation * random_normal(seed, RandomStream::perturbations, component * result.size() + i);
  for (std::size_t j = 0; j < result.cols(); ++j) normalise_log(result.column(j));
  return result;
}

// One component stays where mean field is.
Posterior spread(const Posterior& mean_field, std::size_t count, std::uint64_t seed) {
  Posterior q{.log_component_weights = std::vector<double>(count, -std::log(static_cast<double>(count))),
              .noise_log_probabilities = mean_field.noise_log_probabilities};
  const Matrix& center = mean_field.log_probabilities.front();
  for (std::size_t i = 0; i < count; ++i) q.log_probabilities.push_back(i == 0 ? center : perturbed(center, seed, i));
  return q;
}

bool is_sampled(const WeightPrior& prior, const FitOptions& options, std::size_t count) {
  return (options.entropy == Entropy::sampled && count > 1) ||
         (options.prior_bound == PriorBound::sampled && !prior.components.empty());
}

std::string name_of(Entropy entropy) {
  switch (entropy) {
    case Entropy::exact:
      return "exact";
    case Entropy::taylor:
      return "taylor";
    case Entropy::pairwise:
      return "pairwise";
    case Entropy::sampled:
      return "sampled";
  }
  return "mixture";
}

}  // namespace

PosteriorFit fit_mixture(const LinearRegression& model, const WeightPrior& prior, const NoisePrior& noise,
                         const FitOptions& options, const PosteriorFit& mean_field) {
  const std::size_t count = num_components(options);
  LogitPoint start{.posterior = spread(mean_field.posterior, count, options.seed)};
  if (options.entropy == Entropy::taylor) start.log_center = mean_field.posterior.log_probabilities.front();
  const ElboTerms terms{.entropy = options.entropy, .prior = options.prior_bound};
  const std::string name = name_of(options.entropy);
  return is_sampled(prior, options, count)
             ? climb_softmax_adam(model, prior, noise, std::move(start), terms, name, options)
             : climb_softmax_lbfgs(model, prior, noise, std::move(start), terms, name, options);
}

}  // namespace direct
