// SPDX-License-Identifier: MIT
// Likelihoods as the words of the command line, without the library that puts them into files.
#pragma once

#include <string>

#include <direct/likelihood.h>

namespace direct {

std::string word_of(Likelihood value);

}  // namespace direct
