// SPDX-License-Identifier: MIT
#include <direct/fit_options.h>

#include <utility>

namespace direct {

FitOptions network_options(std::vector<std::size_t> hidden) {
  return {.model = ModelKind::network,
          .hidden = std::move(hidden),
          .features = FeatureKind::linear,
          .support = "auto",
          .posterior = PosteriorKind::mean_field};
}

std::size_t num_levels(const FitOptions& options) {
  constexpr std::size_t of_four_bits = 15;
  return options.levels > 0 ? options.levels : of_four_bits;
}

std::size_t num_components(const FitOptions& options) {
  if (options.components > 0) return options.components;
  switch (options.posterior) {
    case PosteriorKind::mean_field:
      return 1;
    case PosteriorKind::mixture:
      return 5;
    case PosteriorKind::draws:
      return 20;
  }
  return 1;
}

std::size_t num_fourier_features(const FitOptions& options, std::size_t num_rows) {
  constexpr std::size_t fewest = 256, most = 2000, of_a_row = 4;
  if (options.num_features > 0) return options.num_features;
  if (has_support_file(options)) return options.support_levels.cols();
  return num_rows > most / of_a_row ? most : std::max(fewest, of_a_row * num_rows);
}

}  // namespace direct
