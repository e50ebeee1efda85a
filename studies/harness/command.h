// SPDX-License-Identifier: MIT
// What the programs of the studies have in common on the command line.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace study {

// Runs the body of a program: an error becomes one line on stderr and the exit code that `direct` would have.
int run(const std::string& program, const std::function<void()>& body);

// "0-2,5" -> 0, 1, 2, 5. Throws direct::Error(usage).
std::vector<std::size_t> parse_numbers(const std::string& option, const std::string& text);
std::vector<std::string> split(const std::string& text, char separator);  // of an empty text: nothing

std::string duration(double seconds);  // "40 s", "12 min", "3.1 h"

}  // namespace study
