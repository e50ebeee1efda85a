// SPDX-License-Identifier: MIT
#include <direct/draws.h>
#include <direct/tune.h>

namespace direct {
namespace {

constexpr std::size_t centre_bytes = 2, shift_bytes = 1, float_bytes = 4;

std::size_t num_vectors(const FitOptions& options) {
  constexpr std::size_t samples = 20;
  return options.posterior == PosteriorKind::draws ? num_components(options) : samples;
}

// What a device must know of the levels beyond one grid of evenly spaced ones for all weights.
std::size_t level_bytes(const TrainedModel& model, std::size_t num_active) {
  if (has_support_file(model.options)) return num_active * model.prior.num_levels() * float_bytes;
  if (!model.prior.learned) return 0;
  if (model.options.support.kind == Support::Kind::learned_shared)
    return num_active * centre_bytes + shift_bytes + float_bytes;
  return num_active * (centre_bytes + shift_bytes + float_bytes);
}

}  // namespace

std::size_t packed_code_bits(std::size_t num_levels) {
  if (num_levels <= 4) return 2;
  if (num_levels <= 8) return 3;
  return static_cast<std::size_t>(code_bits(num_levels));
}

std::size_t weight_bytes(const TrainedModel& model) {
  constexpr std::size_t bits_per_byte = 8;
  const std::size_t num_active = active_features(model.posterior, model.prior).size();
  const std::size_t bits = num_active * packed_code_bits(num_levels(model.posterior, model.prior));
  return num_vectors(model.options) * ((bits + bits_per_byte - 1) / bits_per_byte) + level_bytes(model, num_active);
}

}  // namespace direct
