// SPDX-License-Identifier: MIT
// Entropies as the words of the command line, without the library that puts them into files.
#pragma once

#include <string>

#include <direct/fit_options.h>

namespace direct {

std::string word_of(Entropy value);

}  // namespace direct
