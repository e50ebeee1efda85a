// SPDX-License-Identifier: MIT
// The functions of a header that its users call.
#pragma once

#include <string>

#include <direct/deploy.h>

namespace direct {

std::string c_functions(const IntegerModel& model, const std::string& name, Encoding encoding);

}  // namespace direct
