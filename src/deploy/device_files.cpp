// SPDX-License-Identifier: MIT
#include "deploy/device_files.h"

#include <direct/deploy.h>
#include <direct/error.h>

namespace direct {

std::string device_file(const std::string& name) {
  for (std::size_t i = 0; i < num_device_files; ++i)
    if (device_files[i].name == name) return std::string(device_files[i].text);
  throw Error(ErrorKind::usage, "there is no device file " + name);
}

}  // namespace direct
