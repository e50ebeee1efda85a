// SPDX-License-Identifier: MIT
#include <direct/draws.h>

#include <fmt/format.h>
#include <xxhash.h>

namespace direct {
namespace {

std::uint64_t hash(std::span<const double> values, std::uint64_t seed) {
  return XXH3_64bits_withSeed(values.data(), values.size_bytes(), seed);
}

}  // namespace

std::string fingerprint(const Posterior& posterior, const WeightPrior& prior) {
  std::uint64_t value = hash(prior.levels.values(), prior.num_levels());
  value = hash(posterior.log_component_weights, value);
  for (const Matrix& component : posterior.log_probabilities) value = hash(component.values(), value);
  if (posterior.deviations) {
    const std::vector<std::int16_t>& codes = posterior.deviations->codes;
    value = hash(centre_weights(*prior.learned), value);
    value = hash(prior.learned->steps, value);
    value = XXH3_64bits_withSeed(codes.data(), codes.size() * sizeof codes.front(), value);
  }
  value = hash(posterior.noise_log_probabilities, value);
  return fmt::format("{:016x}", value);
}

}  // namespace direct
