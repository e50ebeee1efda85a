// SPDX-License-Identifier: MIT
// A block of rows as a likelihood sees it.
#pragma once

#include <span>

#include <direct/matrix.h>

namespace direct {

struct LikelihoodRows {
  const Matrix& features;           // rows x num_features
  std::span<const double> targets;  // classes are 0 and 1
  std::span<const double> weights;  // how often each row counts
  std::span<const double> offsets;  // z = phi'w + offset

  std::size_t size() const { return targets.size(); }
};

}  // namespace direct
