// SPDX-License-Identifier: MIT
#include <direct/entropy.h>

#include <span>

#include "algebra/categorical.h"
#include "algebra/parallel.h"
#include "algebra/random.h"
#include "posterior/entropy/alias_table.h"

namespace direct {
namespace {

void draw(const AliasTable& table, std::span<const std::uint64_t> random, std::span<std::uint8_t> codes) {
  std::size_t t = 0;
  for (; t + 1 < codes.size(); t += 2) {
    codes[t] = table.draw(static_cast<std::uint32_t>(random[t / 2]));
    codes[t + 1] = table.draw(static_cast<std::uint32_t>(random[t / 2] >> 32));
  }
  if (t < codes.size()) codes[t] = table.draw(static_cast<std::uint32_t>(random[t / 2]));
}

}  // namespace

// A draw depends on (seed, round, weight, component, sample): 2^32 rounds are more than anyone can wait for.
StratifiedSamples stratified_samples(const Posterior& posterior, std::size_t count, std::uint64_t seed,
                                     std::uint64_t round) {
  const std::size_t num_components = posterior.num_components();
  const std::size_t num_weights = posterior.log_probabilities.front().cols();
  const std::size_t each = (count + num_components - 1) / num_components, num_indices = (each + 3) / 4;
  StratifiedSamples samples{.per_component = each,
                            .codes = std::vector<std::uint8_t>(num_weights * num_components * each)};
  parallel_for(num_weights, [&](std::size_t j) {
    std::vector<std::uint64_t> random(2 * num_indices);
    for (std::size_t i = 0; i < num_components; ++i) {
      fill_random_bits(seed, RandomStream::mixture, (std::uint64_t{j} << 32) + i * num_indices,
                       static_cast<std::uint32_t>(round), random);
      const AliasTable table(exponentials(posterior.log_probabilities[i].column(j)));
      draw(table, random, std::span(samples.codes).subspan((j * num_components + i) * each, each));
    }
  });
  return samples;
}

}  // namespace direct
