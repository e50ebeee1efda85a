// SPDX-License-Identifier: MIT
#include "data/place.h"

#include <fmt/format.h>

#include <direct/error.h>

namespace direct {

void fail_at(const Place& place, const std::string& message) {
  std::string where(place.file);
  if (place.line > 0) where += fmt::format(":{}", place.line);
  if (place.column > 0) where += fmt::format(":{}", place.column);
  if (place.row) where += fmt::format(", row {}", *place.row);
  throw Error(ErrorKind::data, where + ": " + message);
}

}  // namespace direct
