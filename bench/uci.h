// SPDX-License-Identifier: MIT
// The UCI sets in the folder named by DIRECT_UCI: NAME/data.csv.gz (last column the target) and NAME/test_mask.csv.gz.
#pragma once

#include <direct/data.h>
#include <direct/fit_options.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace bench {

struct UciSet {
  std::string name;
  direct::Dataset train, test;
};

inline std::filesystem::path uci_folder() {
  const char* folder = std::getenv("DIRECT_UCI");
  return folder ? folder : "";
}

inline std::vector<std::string> uci_names() {
  std::vector<std::string> names;
  if (!std::filesystem::is_directory(uci_folder())) return names;
  for (const auto& entry : std::filesystem::directory_iterator(uci_folder()))
    if (std::filesystem::exists(entry.path() / "data.csv.gz")) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

// BENCH [--features B] [SET...]: the sets named, or all there are. None, and a word about it, where there is no folder.
struct UciArguments {
  direct::FitOptions options;
  std::vector<std::string> sets;
};

inline UciArguments uci_arguments(int argc, char** argv) {
  UciArguments arguments;
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) == "--features" && i + 1 < argc)
      arguments.options.num_features = std::stoul(argv[++i]);
    else
      arguments.sets.emplace_back(argv[i]);
  }
  if (arguments.sets.empty()) arguments.sets = uci_names();
  if (arguments.sets.empty())
    std::cerr << argv[0] << ": set DIRECT_UCI to a folder with NAME/data.csv.gz and NAME/test_mask.csv.gz\n";
  return arguments;
}

inline UciSet uci_set(const std::string& name, std::size_t fold) {
  const std::filesystem::path folder = uci_folder() / name;
  const direct::Dataset all = direct::open_dataset({folder / "data.csv.gz"}, {.header = direct::Header::no});
  const auto masks =
      std::make_shared<const std::vector<std::vector<bool>>>(direct::read_fold_masks(folder / "test_mask.csv.gz"));
  return {.name = name,
          .train = direct::only_rows(all, [=](std::size_t row) { return !(*masks)[fold][row]; }),
          .test = direct::only_rows(all, [=](std::size_t row) { return (*masks)[fold][row]; })};
}

}  // namespace bench
