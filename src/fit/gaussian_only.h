// SPDX-License-Identifier: MIT
// What is there for Gaussian noise alone.
#pragma once

#include <string>

#include <direct/error.h>
#include <direct/likelihood.h>

#include "statistics/words.h"

namespace direct {

inline void require_gaussian(Likelihood likelihood, const std::string& what) {
  if (likelihood != Likelihood::gaussian)
    throw Error(ErrorKind::usage, what + ": is for Gaussian noise alone; found a likelihood of " + word_of(likelihood));
}

}  // namespace direct
