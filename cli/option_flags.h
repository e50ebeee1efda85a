// SPDX-License-Identifier: MIT
// The library names options in backticks, as in `num_features`; whoever reads the command's messages knows flags.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace direct {

std::string flag_of(std::string_view option);  // "--num-features"

// The text with flags for options. What is in double quotes is data, and stays.
std::string with_flags(std::string_view text);
std::vector<std::string> with_flags(const std::vector<std::string>& texts);

}  // namespace direct
