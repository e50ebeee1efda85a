// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <direct/error.h>
#include <direct/likelihood.h>

namespace direct {

// Throws Error(usage) for any other likelihood than gaussian.
inline void check_gaussian(Likelihood likelihood, const std::string& what) {
  if (likelihood == Likelihood::gaussian) return;
  throw Error(ErrorKind::usage,
              what + ": expected a gaussian likelihood, found one of classes, counts or positive numbers");
}

}  // namespace direct
