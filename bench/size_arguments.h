// SPDX-License-Identifier: MIT
// BENCH [--rows N] [--features B] [--file FILE]
#pragma once

#include <cstddef>
#include <string>

namespace bench {

struct SizeArguments {
  std::size_t num_rows = 0, num_features = 2000;
  std::string file;
};

inline SizeArguments size_arguments(int argc, char** argv, SizeArguments arguments) {
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string word = argv[i];
    if (word == "--rows") arguments.num_rows = std::stoul(argv[i + 1]);
    if (word == "--features") arguments.num_features = std::stoul(argv[i + 1]);
    if (word == "--file") arguments.file = argv[i + 1];
  }
  return arguments;
}

}  // namespace bench
