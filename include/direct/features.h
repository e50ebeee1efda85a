// SPDX-License-Identifier: MIT
// Rows -> features. A FeatureMap turns standardised inputs into the matrix of basis functions; Fourier features
// approximate a squared-exponential kernel whose lengthscales come from the marginal likelihood of a Gaussian process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <direct/matrix.h>
#include <direct/progress.h>
#include <direct/words.h>

namespace direct {

enum class FeatureKind { fourier, linear, given, trained };
constexpr auto words(FeatureKind) {
  return std::array{Word{"fourier", FeatureKind::fourier}, Word{"linear", FeatureKind::linear},
                    Word{"given", FeatureKind::given}, Word{"trained", FeatureKind::trained}};
}

// Fourier features in integers, as a microcontroller computes them: an input becomes a code of 16 bits, code =
// (input - centre) / step, rounded and saturated; a word of 32 bits per input and pair of frequencies is multiplied by
// the code and summed modulo 2^32; each half of the sum is a phase, 2^16 to a turn; its upper 8 bits choose an entry of
// a table of cosines, between which features of 12 bits are interpolated. Frequency 2w is the lower half of word w,
// frequency 2w + 1 the upper.
// Trained features, of 12 bits, need finer frequencies: each has a word and a sum of its own, 2^32 to a turn, which
// starts at its phase, and of which the upper half chooses the cosine. The words of an input are multiples of a power
// of two, so that 16 bits hold each, unless the input needs all 32.
struct IntegerFourier {
  std::size_t num_frequencies = 0;
  int value_bits = 8;                  // of a feature, 8 or 12
  std::vector<double> centres, steps;  // of the codes; of each input, standardised
  std::vector<std::uint32_t> words;    // num_inputs rows of num_words()
  std::vector<std::uint32_t> phases;   // of trained features, one for each frequency; else none

  bool is_trained() const { return !phases.empty(); }
  std::size_t num_words() const { return is_trained() ? num_frequencies : (num_frequencies + 1) / 2; }  // of an input
  std::size_t num_features() const { return is_trained() ? 1 + steps.size() + num_frequencies : 2 * num_frequencies; }

  bool operator==(const IntegerFourier&) const = default;
};

// given: the inputs themselves. linear: 1 and the inputs. fourier: columns 2k and 2k+1 are the cosine and
// sine of 2 pi times the inputs' product with column k of `frequencies`, or the integers of `integer` over 128 (of 12
// bits, over 2048).
// trained: a constant, the inputs u = (x - centre) / scale, and for each column k of `frequencies` the cosine of 2 pi
// times (column k)'(x - centres) + phases[k]. An input between the extremes of the training rows has |u| <= 0.8.
// With a degree above 1, given and linear are all products of up to so many inputs, 1 included: what a network sees.
struct FeatureMap {
  FeatureKind kind = FeatureKind::given;
  std::size_t num_inputs = 0;
  std::size_t degree = 1;  // of given and linear
  Matrix frequencies;      // num_inputs x their number, in turns; empty unless fourier or trained in floating point
  std::vector<double> phases = {};                // of trained features in floating point, in turns
  std::vector<double> centres = {}, scales = {};  // likewise, of the inputs
  std::optional<IntegerFourier> integer = {};

  std::size_t num_features() const;
  bool operator==(const FeatureMap&) const = default;
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

// Requires: num_features even. Frequency k depends on the seed and k only: a vector of standard normal numbers, over
// 2 pi, each over the lengthscale of its input; or `directions` times the vector, a matrix of num_inputs x num_inputs,
// or one column for a diagonal.
FeatureMap fourier_features(std::span<const double> lengthscales, std::size_t num_features, std::uint64_t seed);
FeatureMap fourier_features(const Matrix& directions, std::size_t num_features, std::uint64_t seed);
// The nearest integer map to a Fourier map, for inputs between `least` and `most`, and a margin beyond. Where the rows
// of a sample show that the values of an input lie on a lattice, its codes are exact there.
FeatureMap integer_features(const FeatureMap& fourier, std::span<const double> least, std::span<const double> most,
                            int value_bits = 12, const Matrix& sample = {});
// The map that an integer one rounds: the same frequencies, with inputs, phases and cosines in floating point. Phases
// of an integer Fourier map count from its centres.
FeatureMap float_features(const FeatureMap& integer);
// How an input enters trained features: (input - centre) / scale is between -1 and 1. Where its values are whole
// multiples of a step apart, frequencies that differ by whole turns of that step are the same, and the lowest is taken.
struct InputScale {
  double centre = 0.0, scale = 1.0;
  double lattice_step = 0.0;  // 0: of any values
};
// Cosines of `frequencies` and `phases`, a constant and the inputs; in floating point.
FeatureMap trained_features(Matrix frequencies, std::vector<double> phases, std::span<const InputScale> scales);
// The nearest integer map to a trained one, of 12 bits. The words of an input that moves no phase by 2^-12 of a turn
// over its range of codes are 0, so that a chip leaves them out.
FeatureMap integer_trained_features(const FeatureMap& trained);
// The map of the first columns of a Fourier map. Throws Error(usage) for a number that is odd, or of an integer map no
// multiple of 4: its words hold two frequencies.
FeatureMap leading_features(const FeatureMap& map, std::size_t num_features);

// The frequencies of a Fourier or trained map tell which inputs matter. A lengthscale is how far an input,
// standardised, must go for the target to change; infinite where it counts for nothing. The directions are those along
// which the target varies most: weights of the standardised inputs, of length 1, and their share of all variation, the
// largest first. None with more than 64 inputs.
struct MetricDirection {
  double share = 0.0;
  std::vector<double> weights;
};
struct MetricSummary {
  std::vector<double> lengthscales;
  std::vector<MetricDirection> directions;
};
MetricSummary metric_summary(const FeatureMap& fourier);

FeatureMap linear_features(std::size_t num_inputs);
FeatureMap given_features(std::size_t num_inputs);

// Products of `degree` factors, each of them 1 (number 0) or an input (1 to num_inputs). They are numbered by their
// factors in order, the last counting most: 1, x1, x1 x1, x2, x1 x2, x2 x2, x3, ... of degree 2.
// Both give the largest number there is where the true one is larger.
std::size_t num_monomials(std::size_t num_inputs, std::size_t degree);
std::size_t monomial_index(std::span<const std::size_t> factors);  // factors do not decrease

}  // namespace direct
