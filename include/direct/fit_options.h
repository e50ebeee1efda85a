// SPDX-License-Identifier: MIT
// How a model is fitted. The flag, the field and the key in a file are the same word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <direct/features.h>
#include <direct/likelihood.h>
#include <direct/model.h>
#include <direct/option_values.h>
#include <direct/progress.h>
#include <direct/words.h>

namespace direct {

enum class ModelKind { linear, network };
constexpr auto words(ModelKind) {
  return std::array{Word{"linear", ModelKind::linear}, Word{"network", ModelKind::network}};
}

// Chooses what is learned before the posterior. pilot: all from the pilot rows, as in the paper; evidence: the noise
// and the scale of the prior from all rows; metric: and the metric of Fourier features from up to 16,000 rows.
enum class Hyperparameters { metric, evidence, pilot };
constexpr auto words(Hyperparameters) {
  return std::array{Word{"metric", Hyperparameters::metric}, Word{"evidence", Hyperparameters::evidence},
                    Word{"pilot", Hyperparameters::pilot}};
}

enum class Optimizer { automatic, best, ascent, lbfgs, adam };
constexpr auto words(Optimizer) {
  return std::array{Word{"auto", Optimizer::automatic}, Word{"best", Optimizer::best},
                    Word{"ascent", Optimizer::ascent}, Word{"lbfgs", Optimizer::lbfgs}, Word{"adam", Optimizer::adam}};
}

enum class PosteriorKind { mean_field, mixture, draws };
constexpr auto words(PosteriorKind) {
  return std::array{Word{"mean-field", PosteriorKind::mean_field}, Word{"mixture", PosteriorKind::mixture},
                    Word{"draws", PosteriorKind::draws}};
}

// Of a prediction by an ensemble: one Student's t, or a Gaussian for each of its weights.
enum class EnsembleLaw { t, mixture };
constexpr auto words(EnsembleLaw) {
  return std::array{Word{"t", EnsembleLaw::t}, Word{"mixture", EnsembleLaw::mixture}};
}

enum class Entropy { exact, taylor, pairwise, sampled };  // of a mixture; exact is for one component
constexpr auto words(Entropy) {
  return std::array{Word{"exact", Entropy::exact}, Word{"taylor", Entropy::taylor}, Word{"pairwise", Entropy::pairwise},
                    Word{"sampled", Entropy::sampled}};
}

enum class PriorBound { jensen, responsibility, sampled };  // of the expected logarithm of a mixture prior
constexpr auto words(PriorBound) {
  return std::array{Word{"jensen", PriorBound::jensen}, Word{"responsibility", PriorBound::responsibility},
                    Word{"sampled", PriorBound::sampled}};
}

// 8 bits, or 12 where 8 cost accuracy.
constexpr int automatic_feature_bits = -1;

constexpr std::size_t all_features = std::numeric_limits<std::size_t>::max();

struct FitOptions {
  ModelKind model = ModelKind::linear;   // in the features; or a network with quadratic activations, of the inputs
  std::vector<std::size_t> hidden = {};  // of a network: neurons of each hidden layer, from the inputs on
  MemorySize memory = 4'000'000'000;     // of a network: what it may take
  FeatureKind features = FeatureKind::fourier;
  // Counts fourier features; 0: as many as the rows pay for (auto). Other features are as many as the data have.
  std::size_t num_features = 0;
  int feature_bits = automatic_feature_bits;  // of fourier features: 8 or 12, or 0 for floating point
  Hyperparameters hyperparameters = Hyperparameters::metric;
  std::size_t levels = 0;  // 0: as many as are needed (auto)
  Support support = {};
  Matrix support_levels;  // of a support in a file: the levels of each weight, num_levels x num_features
  PriorKind prior = PriorKind::gaussian;
  double spike = 0.9;  // of prior spike_slab: how probable it is that a weight is zero
  PriorScale prior_scale = {};
  PriorMixture prior_mixture = {};
  PriorBound prior_bound = PriorBound::responsibility;
  std::size_t max_active_features = all_features;  // 0: as many as the evidence pays for (auto)
  double target_sparsity = 0.0;                    // expected share of weights that are zero; 0: whatever it is
  NoiseLevels noise = {};
  Likelihood likelihood;
  LogisticBound bound = LogisticBound::quadratic;  // of classes
  PosteriorKind posterior = PosteriorKind::draws;
  std::size_t components = 0;        // 0: 1 of mean_field, 5 of a mixture, 20 draws, or 20 deviations on a learned grid
  EnsembleLaw law = EnsembleLaw::t;  // of an ensemble of deviations
  Entropy entropy = Entropy::pairwise;
  Optimizer optimizer = Optimizer::automatic;
  int max_iterations = 1000;
  double tolerance = 1e-6;  // nats per row
  std::uint64_t seed = 0;
  int threads = 0;  // 0: all cores
  bool slim = false;
  Progress progress = {};
};

constexpr std::size_t most_components = 1000;         // of a posterior or a prior
constexpr std::size_t most_deviation_levels = 65535;  // of 16 bits
std::size_t num_components(const FitOptions& options);
std::size_t num_levels(const FitOptions& options);  // of a table: 15 where they are not given
std::size_t num_fourier_features(const FitOptions& options, std::size_t num_rows);

// Whether the levels are those of a file; they are then `support_levels`, and the path only says where they came from.
inline bool has_support_file(const FitOptions& options) { return options.support.kind == Support::Kind::file; }

// Whether each weight gets a centre and a step of its own, or a centre and a step for all.
inline bool is_learned(const FitOptions& options) { return options.support.is_learned(); }

// Whether the posterior is an ensemble of deviations about the centres of a learned grid.
inline bool has_deviations(const FitOptions& options) {
  return options.posterior == PosteriorKind::draws && is_learned(options);
}

// What a network is fitted with unless something else is asked for: its inputs are the data's columns, standardised,
// and its levels are fixed.
FitOptions network_options(std::vector<std::size_t> hidden);

// Throws Error(usage) for a value outside its range.
void check(const FitOptions& options);

}  // namespace direct
