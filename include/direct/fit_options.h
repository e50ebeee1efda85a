// SPDX-License-Identifier: MIT
// How a model is fitted. The flag, the field and the key in a file are the same word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <direct/features.h>
#include <direct/model.h>
#include <direct/progress.h>

namespace direct {

enum class Hyperparameters { evidence, pilot };
enum class Optimizer { automatic, best, ascent, lbfgs };

struct FitOptions {
  FeatureKind features = FeatureKind::fourier;
  std::size_t num_features = 2000;  // of fourier features; the others have as many as the data
  int feature_bits = 8;             // of fourier features: 8, or 0 for floating point
  Hyperparameters hyperparameters = Hyperparameters::evidence;
  std::size_t levels = 15;
  std::string support = "auto";  // auto, LO:HI, or a list v1,v2,...
  PriorKind prior = PriorKind::gaussian;
  std::string prior_scale = "auto";  // auto, or the prior's standard deviation
  std::string noise = "auto";        // auto, VALUE, or LO:HI:COUNT; variances in the units of the target squared
  Optimizer optimizer = Optimizer::automatic;
  int max_iterations = 1000;
  double tolerance = 1e-6;  // nats per row
  std::uint64_t seed = 0;
  int threads = 0;  // 0: all cores
  bool slim = false;
  Progress progress = {};
};

// Throws Error(usage) for a value outside its range.
void check(const FitOptions& options);

}  // namespace direct
