// SPDX-License-Identifier: MIT
// How many terms a forward pass leaves, known before there are any.
#pragma once

#include <cstddef>

#include <direct/network.h>

namespace direct {

// At most, of the output of a network and of its square. Equal for one hidden layer; more of them are counted as if
// neurons of a layer shared no weights. Numbers that are too large for a double are the largest double.
struct TermBounds {
  double output = 0.0, square = 0.0;
  std::size_t factors = 0;  // of a term

  double memory_bytes() const;  // of both, while they are computed and after
};

// Requires: at least one hidden layer.
TermBounds term_bounds(const Network& network);

}  // namespace direct
