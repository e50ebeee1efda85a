// SPDX-License-Identifier: MIT
#include "posterior/draws_shape.h"

#include <cassert>

#include <direct/error.h>

namespace direct {

void check_shape(const Draws& draws, std::size_t num_features, std::size_t num_levels) {
  assert(draws.codes.size() == draws.count() * draws.num_features);
  if (draws.num_features == num_features && draws.num_levels == num_levels) return;
  const auto shape = [](std::size_t features, std::size_t levels) {
    return std::to_string(features) + " weights of " + std::to_string(levels) + " levels";
  };
  throw Error(ErrorKind::usage, "the draws are of " + shape(draws.num_features, draws.num_levels) +
                                    ", expected those of a model of " + shape(num_features, num_levels));
}

void check_shape(const Draws& draws, const WeightPrior& prior) {
  check_shape(draws, prior.num_features(), prior.num_levels() > 0 ? prior.num_levels() : draws.num_levels);
}

}  // namespace direct
