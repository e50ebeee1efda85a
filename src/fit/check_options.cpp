// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/fit.h>

#include <string>

#include "fit/specification.h"

namespace direct {
namespace {

void require(bool holds, const std::string& message) {
  if (!holds) throw Error(ErrorKind::usage, message);
}

void require_range(const std::string& option, std::size_t value, std::size_t low, std::size_t high) {
  require(value >= low && value <= high, "--" + option + ": expected " + std::to_string(low) + " to " +
                                             std::to_string(high) + ", found " + std::to_string(value));
}

}  // namespace

void check(const FitOptions& options) {
  require_range("levels", options.levels, 2, 256);
  if (options.features == FeatureKind::fourier) {
    require_range("num-features", options.num_features, 2, 65536);
    require(options.num_features % 2 == 0,
            "--num-features: Fourier features come in pairs; expected an even number, found " +
                std::to_string(options.num_features));
  }
  require(options.feature_bits == 0 || options.feature_bits == 8,
          "--feature-bits: expected 8, or 0 for floating point, found " + std::to_string(options.feature_bits));
  require(options.max_iterations >= 1,
          "--max-iterations: expected at least 1, found " + std::to_string(options.max_iterations));
  require(options.tolerance > 0.0,
          "--tolerance: expected a positive number, found " + std::to_string(options.tolerance));
  require(options.threads >= 0, "--threads: expected 0 (all cores) or more, found " + std::to_string(options.threads));
  parse_support(options.support, options.levels);
  parse_noise(options.noise);
  parse_prior_scale(options.prior_scale);
}

}  // namespace direct
