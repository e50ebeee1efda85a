// SPDX-License-Identifier: MIT
// The files of device/, which the build puts into the library.
#pragma once

#include <cstddef>
#include <string_view>

namespace direct {

struct DeviceFile {
  std::string_view name, text;
};

extern const DeviceFile device_files[];
extern const std::size_t num_device_files;

}  // namespace direct
