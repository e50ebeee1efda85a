// SPDX-License-Identifier: MIT
// The tables of a model in C.
#pragma once

#include <string>

#include <direct/deploy.h>

namespace direct {

std::string c_tables(const IntegerModel& model, const std::string& name, const DeviceForm& form);

}  // namespace direct
