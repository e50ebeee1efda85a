// SPDX-License-Identifier: MIT
#include <direct/draws.h>
#include <direct/error.h>

#include <algorithm>
#include <cmath>

#include "algebra/categorical.h"
#include "algebra/parallel.h"
#include "algebra/random.h"
#include "posterior/draws_shape.h"

namespace direct {
namespace {

// Of the random numbers of one draw, two come before those of the weights.
enum : std::uint64_t { of_component, of_noise, of_first_weight };

// The first value whose cumulative probability exceeds a uniform number. Never one of probability 0, and where rounding
// leaves a gap below 1, the last one of another.
std::size_t chosen(std::span<const double> probabilities, double uniform) {
  for (std::size_t k = 0; k + 1 < probabilities.size(); ++k) {
    if (uniform < probabilities[k]) return k;
    uniform -= probabilities[k];
  }
  std::size_t last = probabilities.size() - 1;
  while (last > 0 && probabilities[last] == 0.0) --last;
  return last;
}

constexpr std::size_t codes_per_block = std::size_t{1} << 20;  // between two looks at who wants to stop

class Sampler {
 public:
  Sampler(const Posterior& posterior, const NoisePrior& noise, std::uint64_t seed)
      : noise_(noise),
        deviations_(posterior.deviations ? &*posterior.deviations : nullptr),
        seed_(seed),
        component_weights_(exponentials(posterior.log_component_weights)),
        noise_probabilities_(exponentials(posterior.noise_log_probabilities)) {
    for (const Matrix& component : posterior.log_probabilities) probabilities_.push_back(exponentials(component));
  }

  // Fills the codes and returns the noise variance.
  double draw(std::uint64_t index, std::span<std::uint16_t> codes) const {
    const std::uint64_t numbers = index * (of_first_weight + codes.size());
    const auto uniform = [&](std::uint64_t i) { return random_uniform(seed_, RandomStream::draws, numbers + i); };
    const std::size_t component = chosen(component_weights_, uniform(of_component));
    for (std::size_t j = 0; j < codes.size(); ++j)
      codes[j] = static_cast<std::uint16_t>(
          deviations_ ? ensemble_code(component, j)
                      : chosen(probabilities_[component].column(j), uniform(of_first_weight + j)));
    return noise_.variances[chosen(noise_probabilities_, uniform(of_noise))];
  }

 private:
  std::size_t ensemble_code(std::size_t component, std::size_t feature) const {
    const int code = deviations_->deviation(component / 2)[feature];
    return static_cast<std::size_t>(static_cast<int>(deviations_->num_levels / 2) +
                                    (component % 2 == 0 ? code : -code));
  }

  const NoisePrior& noise_;
  const Deviations* deviations_;  // of an ensemble
  std::uint64_t seed_;
  std::vector<double> component_weights_, noise_probabilities_;
  std::vector<Matrix> probabilities_;  // as the posterior's
};

void check_count(std::size_t count, std::size_t num_features) {
  if (count == 0) throw Error(ErrorKind::usage, "expected at least 1 draw, found 0");
  if (count > std::vector<double>().max_size() / std::max<std::size_t>(num_features, 1))
    throw Error(ErrorKind::resource, std::to_string(count) + " draws of " + std::to_string(num_features) +
                                         " weights are more than memory holds");
}

std::size_t noise_level(const NoisePrior& noise, double variance) {
  const auto found = std::lower_bound(noise.variances.begin(), noise.variances.end(), variance);
  if (found == noise.variances.end() || *found != variance)
    throw Error(ErrorKind::usage, "a draw has a noise variance that the model does not have");
  return static_cast<std::size_t>(found - noise.variances.begin());
}

double draw_log_probability(const Matrix& log_probabilities, std::span<const std::uint16_t> codes) {
  double sum = 0.0;
  for (std::size_t j = 0; j < codes.size(); ++j) sum += log_probabilities(codes[j], j);
  return sum;
}

// Of one component of an ensemble.
double draw_log_probability(const Deviations& deviations, std::size_t component, std::span<const std::uint16_t> codes) {
  const int middle = static_cast<int>(deviations.num_levels / 2), sign = component % 2 == 0 ? 1 : -1;
  const auto deviation = deviations.deviation(component / 2);
  for (std::size_t j = 0; j < codes.size(); ++j)
    if (int{codes[j]} != middle + sign * deviation[j]) return -HUGE_VAL;
  return 0.0;
}

double share(const Draws& draws, std::size_t count) {
  return static_cast<double>(count) / static_cast<double>(draws.codes.size());
}

}  // namespace

Draws sample(const Posterior& posterior, const WeightPrior& prior, const NoisePrior& noise, std::size_t count,
             std::uint64_t seed, std::size_t first, const Progress& progress) {
  Draws draws{.num_features = prior.num_features(), .num_levels = num_levels(posterior, prior)};
  check_count(count, draws.num_features);
  draws.codes.resize(count * draws.num_features);
  draws.noise_variances.resize(count);
  draws.fingerprint = fingerprint(posterior, prior);
  const Sampler sampler(posterior, noise, seed);
  const std::size_t block = codes_per_block / (draws.num_features + 1) + 1;
  for (std::size_t begin = 0; begin < count; begin += block) {
    report(progress, {.stage = "sample", .done = static_cast<double>(first + begin)});
    parallel_for(std::min(block, count - begin), [&](std::size_t i) {
      const std::size_t s = begin + i;
      const auto codes = std::span(draws.codes).subspan(s * draws.num_features, draws.num_features);
      draws.noise_variances[s] = sampler.draw(first + s, codes);
    });
  }
  return draws;
}

std::vector<double> log_probabilities(const Posterior& posterior, const NoisePrior& noise, const Draws& draws) {
  if (posterior.deviations) {
    check_shape(draws, posterior.deviations->num_features, posterior.deviations->num_levels);
  } else {
    const Matrix& shape = posterior.log_probabilities.front();
    check_shape(draws, shape.cols(), shape.rows());
  }
  std::vector<double> result(draws.count());
  parallel_for(draws.count(), [&](std::size_t s) {
    std::vector<double> terms = posterior.log_component_weights;
    for (std::size_t i = 0; i < terms.size(); ++i)
      terms[i] += posterior.deviations ? draw_log_probability(*posterior.deviations, i, draws.draw(s))
                                       : draw_log_probability(posterior.log_probabilities[i], draws.draw(s));
    result[s] = log_sum_exp(terms) + posterior.noise_log_probabilities[noise_level(noise, draws.noise_variances[s])];
  });
  return result;
}

double level_of(const Draws& draws, const WeightPrior& prior, std::size_t code, std::size_t feature) {
  if (prior.num_levels() > 0) return prior.levels(code, feature);
  const LearnedGrid& grid = *prior.learned;
  const double steps = static_cast<double>(code) - static_cast<double>(draws.num_levels / 2);
  return grid.steps[feature] *
         (std::ldexp(static_cast<double>(grid.centres[feature]), -int{grid.shifts[feature]}) + steps);
}

std::vector<double> weights_of(const Draws& draws, std::size_t index, const WeightPrior& prior) {
  check_shape(draws, prior);
  if (index >= draws.count())
    throw Error(ErrorKind::usage, "there is no draw " + std::to_string(index) + " of " + std::to_string(draws.count()));
  const auto codes = draws.draw(index);
  std::vector<double> weights(codes.size());
  for (std::size_t j = 0; j < codes.size(); ++j) weights[j] = level_of(draws, prior, codes[j], j);
  return weights;
}

double sparsity(const Draws& draws, const WeightPrior& prior) {
  check_shape(draws, prior);
  std::size_t zeros = 0;
  for (std::size_t i = 0; i < draws.codes.size(); ++i)
    if (level_of(draws, prior, draws.codes[i], i % draws.num_features) == 0.0) ++zeros;
  return share(draws, zeros);
}

double zero_codes(const Draws& draws) {
  const auto is_middle = [&](std::uint16_t code) { return code == draws.num_levels / 2; };
  return share(draws, static_cast<std::size_t>(std::count_if(draws.codes.begin(), draws.codes.end(), is_middle)));
}

}  // namespace direct
