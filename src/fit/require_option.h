// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <direct/error.h>

namespace direct {

inline void require_option(bool holds, const std::string& message) {
  if (!holds) throw Error(ErrorKind::usage, message);
}

}  // namespace direct
