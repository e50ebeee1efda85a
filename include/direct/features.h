// SPDX-License-Identifier: MIT
// Rows -> features. A FeatureMap turns standardised inputs into the matrix of basis functions; Fourier features
// approximate a squared-exponential kernel whose lengthscales come from the marginal likelihood of a Gaussian process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <direct/matrix.h>
#include <direct/progress.h>

namespace direct {

enum class FeatureKind { fourier, linear, given };

// given: the inputs themselves. linear: 1 and the inputs. fourier: columns 2k and 2k+1 are the cosine and
// sine of 2 pi times the inputs' product with column k of `frequencies`.
struct FeatureMap {
  FeatureKind kind = FeatureKind::given;
  std::size_t num_inputs = 0;
  Matrix frequencies;  // num_inputs x num_features / 2, in turns; empty unless fourier

  std::size_t num_features() const;
};

// `inputs` is rows x num_inputs, `features` becomes rows x num_features.
void evaluate(const FeatureMap& map, const Matrix& inputs, Matrix& features);

// Squared-exponential kernel with one lengthscale per input, and noise, for standardised inputs and targets.
struct KernelHyperparameters {
  std::vector<double> lengthscales;
  double signal_variance = 1.0;
  double noise_variance = 1.0;
};

// Log marginal likelihood of a Gaussian process with constant -n/2 log 2 pi, and its gradient with
// respect to the logarithms of (lengthscales..., signal variance, noise variance).
double log_marginal_likelihood(const Matrix& inputs, std::span<const double> targets,
                               const KernelHyperparameters& hyperparameters, std::vector<double>* gradient = nullptr);

struct HyperparameterOptions {
  int max_evaluations = 100;
  Progress progress = {};
};

// Maximises the log marginal likelihood from a start that depends on the data only.
KernelHyperparameters optimise_kernel(const Matrix& inputs, std::span<const double> targets,
                                      const HyperparameterOptions& options = {});

// Requires: num_features even. Frequency k depends on the seed and k only.
FeatureMap fourier_features(std::span<const double> lengthscales, std::size_t num_features, std::uint64_t seed);
FeatureMap linear_features(std::size_t num_inputs);
FeatureMap given_features(std::size_t num_inputs);

}  // namespace direct
