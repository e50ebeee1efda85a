// SPDX-License-Identifier: MIT
#include <direct/entropy.h>

#include <algorithm>

#include "algebra/categorical.h"
#include "algebra/parallel.h"
#include "algebra/random.h"
#include "posterior/entropy/alias_table.h"

namespace direct {
namespace {

// Where the random numbers of one weight and one component come from: four of them at each index.
struct RandomWords {
  std::uint64_t seed = 0, first_index = 0;
  std::uint32_t round = 0;

  std::array<std::uint32_t, 4> at(std::size_t quad) const {
    return random_words(seed, RandomStream::mixture, first_index + quad, round);
  }
};

void draw(const AliasTable& table, const RandomWords& random, std::span<std::uint8_t> codes) {
  for (std::size_t t = 0; t < codes.size(); t += 4) {
    const auto words = random.at(t / 4);
    for (std::size_t i = 0; i < std::min<std::size_t>(4, codes.size() - t); ++i) codes[t + i] = table.draw(words[i]);
  }
}

}  // namespace

StratifiedSamples stratified_samples(const Posterior& posterior, std::size_t count, std::uint64_t seed,
                                     std::uint64_t round) {
  const std::size_t num_components = posterior.num_components();
  const std::size_t num_weights = posterior.log_probabilities.front().cols();
  const std::size_t each = (count + num_components - 1) / num_components, quads = (each + 3) / 4;
  StratifiedSamples samples{.per_component = each,
                            .codes = std::vector<std::uint8_t>(num_weights * num_components * each)};
  parallel_for(num_weights, [&](std::size_t j) {
    for (std::size_t i = 0; i < num_components; ++i) {
      const AliasTable table(exponentials(posterior.log_probabilities[i].column(j)));
      const std::uint64_t first_index = (std::uint64_t{j} << 32) + i * quads;
      draw(table, {.seed = seed, .first_index = first_index, .round = static_cast<std::uint32_t>(round)},
           std::span(samples.codes).subspan((j * num_components + i) * each, each));
    }
  });
  return samples;
}

}  // namespace direct
