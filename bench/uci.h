// SPDX-License-Identifier: MIT
// The UCI sets in the folder named by DIRECT_UCI: NAME/data.csv.gz (last column the target) and NAME/test_mask.csv.gz.
#pragma once

#include <direct/data.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
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
