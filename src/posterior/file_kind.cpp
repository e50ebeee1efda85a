// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/posterior.h>

#include "data/safetensors.h"

namespace direct {

FileKind file_kind(const std::string& path) {
  const Container container = read_container(path);
  const auto format = container.metadata.find("format");
  if (format != container.metadata.end() && format->second == "direct model") return FileKind::model;
  if (format != container.metadata.end() && format->second == "direct statistics") return FileKind::statistics;
  throw Error(ErrorKind::model, path + ": is not a file of a DIRECT model or of its statistics");
}

}  // namespace direct
