// SPDX-License-Identifier: MIT
// What the first bytes of a delimited text file tell about the rest.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace direct {

// Throws Error(data) for UTF-16 and for binary files.
void check_is_text(std::span<const char> start, const std::string& name);

std::size_t byte_order_mark_bytes(std::span<const char> start);
char detected_line_end(std::span<const char> start);
char detected_delimiter(std::span<const char> start, char line_end);

}  // namespace direct
