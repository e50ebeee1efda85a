// SPDX-License-Identifier: MIT
// Small questions about text, most of them for messages.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace direct {

std::string_view trimmed(std::string_view text);  // without spaces and tabs on either side
bool is_utf8(std::string_view text);

// For messages: in double quotes, shortened, control characters and broken UTF-8 replaced; always one line.
std::string in_quotes(std::string_view text);
std::string listed(std::span<const std::string> names);  // "a, b, c" or "a, b, ... (70 in all)"

std::string readable_size(std::size_t num_bytes);  // "512 bytes", "12.3 MB"

// What messages call a file: "-" is <stdin>.
std::string display_name(const std::string& path);

}  // namespace direct
