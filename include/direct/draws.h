// SPDX-License-Identifier: MIT
// Draws from the posterior: a weight is the code of one of its levels, four bits of it for up to 16 levels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <direct/posterior.h>
#include <direct/progress.h>

namespace direct {

struct Draws {
  std::size_t num_features = 0;
  std::size_t num_levels = 0;
  std::vector<std::uint16_t> codes;     // num_features of each draw, from 0 to num_levels - 1
  std::vector<double> noise_variances;  // one per draw, of the standardised target
  std::string fingerprint;              // of the posterior they are from; empty: nobody knows

  std::size_t count() const { return noise_variances.size(); }
  std::span<const std::uint16_t> draw(std::size_t index) const {
    return std::span(codes).subspan(index * num_features, num_features);
  }
  bool operator==(const Draws&) const = default;
};

// Draws `first` and after of an endless sequence: draw s depends on the seed and s only, never on the threads or the
// count. Throws Error(usage) for a count of 0, Error(resource) for more than any memory holds.
Draws sample(const Posterior& posterior, const WeightPrior& prior, const NoisePrior& noise, std::size_t count,
             std::uint64_t seed = 0, std::size_t first = 0, const Progress& progress = {});

// The functions below throw Error(usage) for draws of another shape than the posterior or the prior, and for a noise
// variance that the prior does not have.

// log q of each draw, noise included; a mixture's is that of the whole mixture.
std::vector<double> log_probabilities(const Posterior& posterior, const NoisePrior& noise, const Draws& draws);

// The weights of one draw.
std::vector<double> weights_of(const Draws& draws, std::size_t index, const WeightPrior& prior);

// The weight that a code of a draw stands for.
double level_of(const Draws& draws, const WeightPrior& prior, std::size_t code, std::size_t feature);

// 16 hexadecimal digits that tell a posterior and its levels from all others.
std::string fingerprint(const Posterior& posterior, const WeightPrior& prior);

// Share of the weights of all draws that are zero, and of codes that are the middle of the grid.
double sparsity(const Draws& draws, const WeightPrior& prior);
double zero_codes(const Draws& draws);

// A safetensors file, replaced in one step: "codes" (count x bytes per draw; two codes to a byte, the low four bits
// first, where there are at most 16 levels, one up to 256, else two bytes for each code, the low one first),
// "noise_variances", and "levels", or for draws of an ensemble the "centres", "shifts" and "steps" of their grid.
// Throws Error(resource).
void save_draws(const Draws& draws, const WeightPrior& prior, const std::string& path);
int code_bits(std::size_t num_levels);  // that a code takes in the file
std::size_t bytes_per_draw(std::size_t num_features, std::size_t num_levels);

// Both throw Error(model) for anything but a whole, untouched file of draws.
Draws load_draws(const std::string& path);
WeightPrior load_draws_grid(const std::string& path);  // the levels of the weights, and nothing else of their prior

// rows x draws: the mean of the target at these weights, which is phi(x)'w in units of the target, a probability, or
// (times the exposure, if there are any) exp(z). The inputs are encoded as the model's schema says, not standardised.
// Throws Error(usage) when the draws are of another shape than the model, Error(model) when they are from
// another posterior.
Matrix draw_predictions(const TrainedModel& model, const Draws& draws, const Matrix& inputs,
                        std::span<const double> exposures = {});

}  // namespace direct
