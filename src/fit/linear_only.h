// SPDX-License-Identifier: MIT
// What is there for models that are linear in their weights alone.
#pragma once

#include <string>

#include <direct/error.h>
#include <direct/fit_options.h>

namespace direct {

inline void require_linear(ModelKind model, const std::string& what) {
  if (model != ModelKind::linear) throw Error(ErrorKind::usage, what + ": is for linear models; found a network");
}

}  // namespace direct
