// SPDX-License-Identifier: MIT
#include <direct/error.h>
#include <direct/posterior.h>

#include "data/safetensors.h"

namespace direct {

FileKind file_kind(const std::string& path) {
  const Container container = read_container(path);
  const auto found = container.metadata.find("format");
  const std::string format = found == container.metadata.end() ? "" : found->second;
  if (format == "direct model") return FileKind::model;
  if (format == "direct statistics") return FileKind::statistics;
  if (format == "direct draws") return FileKind::draws;
  throw Error(ErrorKind::model, path + ": is not a file of a DIRECT model, of statistics or of draws");
}

}  // namespace direct
