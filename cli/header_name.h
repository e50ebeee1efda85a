// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

namespace direct {

// The prefix of all that an exported header defines: the one that is given, or the stem of the file, where every
// character that is neither letter nor digit becomes an underscore. Throws Error(usage) for what is no C identifier.
std::string header_name(const std::optional<std::string>& given, const std::string& path);

}  // namespace direct
