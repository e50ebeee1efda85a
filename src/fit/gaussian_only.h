// SPDX-License-Identifier: MIT
// What is there for Gaussian noise alone.
#pragma once

#include <string>

#include <direct/error.h>
#include <direct/likelihood.h>

namespace direct {

inline void require_gaussian(Likelihood likelihood, const std::string& what) {
  if (!likelihood->is_gaussian)
    throw Error(ErrorKind::usage,
                what + ": is for Gaussian noise alone; found a likelihood of " + std::string(likelihood->name));
}

}  // namespace direct
