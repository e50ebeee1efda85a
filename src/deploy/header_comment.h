// SPDX-License-Identifier: MIT
// What a header says of itself.
#pragma once

#include <string>

#include <direct/deploy.h>

namespace direct {

std::string header_comment(const IntegerModel& model, const HeaderOptions& options, const DeviceForm& form);

}  // namespace direct
